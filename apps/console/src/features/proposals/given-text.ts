import { settingLines } from '@lode/contract/setting-values';
import { longMomentText } from '../../lib/time.ts';

interface Given {
  name: string;
  value: string;
  /** The value goes on: what is here is no whole JSON. */
  isCut: boolean;
}

/** What was given for an action, as a person reads it. */
export function givenText(action: string, { name, value, isCut }: Given): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(value)) return longMomentText(value);
  if (action !== 'setting:change' || isCut) return value;
  if (name === 'value') return settingLines(value).join('\n');
  if (name !== '(bound)') return value;
  const { before } = JSON.parse(value) as { before?: string };
  return before === undefined ? value : settingLines(before).join('\n');
}
