import { settingTexts as texts } from '../../locales/zh/settings.ts';

/** A setting's JSON as a person reads it in one line. */
export function valueText(json: string): string {
  const value: unknown = JSON.parse(json);
  if (value === null) return texts.empty;
  if (typeof value === 'boolean') return value ? texts.on : texts.off;
  if (typeof value === 'string') return value;
  return JSON.stringify(value);
}
