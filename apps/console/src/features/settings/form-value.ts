import type { ConsoleData } from '@lode/contract/console';

type Setting = ConsoleData<'settingList'>['settings'][number];
type Shape = Setting['shape'];
type Field = Shape['fields'][number];

/** What the fields of a form hold; every field holds text. */
export interface FormValue {
  isOff: boolean;
  isOn: boolean;
  text: string;
  record: Record<string, string>;
  rows: Record<string, string>[];
}

/** The field of a row that is one text. */
export const wholeRow = 'text';

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const fieldsOf = (record: unknown): Record<string, string> =>
  typeof record === 'object' && record !== null
    ? Object.fromEntries(Object.entries(record).map(([name, value]) => [name, textOf(value)]))
    : { [wholeRow]: textOf(record) };

/** The form of a setting as it is now. */
export function formValueOf({ shape, value: json }: Setting): FormValue {
  const value: unknown = JSON.parse(json);
  return {
    isOff: value === null && shape.canBeOff,
    isOn: value === true,
    text: shape.kind === 'TEXT' ? textOf(value) : '',
    record: shape.kind === 'RECORD' && value !== null ? fieldsOf(value) : {},
    rows: Array.isArray(value) ? value.map(fieldsOf) : [],
  };
}

/** What was given, as the JSON that the server checks. */
export function jsonOf({ kind, canBeOff, fields }: Shape, given: Partial<FormValue>): string {
  if (canBeOff && given.isOff === true) return 'null';
  if (kind === 'SWITCH') return String(given.isOn === true);
  if (kind === 'RECORD') return JSON.stringify(recordOf(fields, given.record ?? {}));
  if (kind === 'LIST')
    return JSON.stringify(
      (given.rows ?? []).map((row) => (fields.length === 0 ? (row[wholeRow] ?? '').trim() : recordOf(fields, row))),
    );
  return JSON.stringify((given.text ?? '').trim());
}

const recordOf = (fields: readonly Field[], row: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field.name, valueOf(field, (row[field.name] ?? '').trim())]));

function valueOf({ kind, canBeEmpty }: Field, text: string): string | number | null {
  if (text === '' && canBeEmpty) return null;
  return kind === 'COUNT' && /^\d{1,9}$/.test(text) ? Number.parseInt(text, 10) : text;
}
