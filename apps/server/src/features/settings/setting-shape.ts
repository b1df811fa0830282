import type { ConsoleData } from '@lode/contract/console';
import { type TSchema, TypeGuard } from '@sinclair/typebox';
import { type SettingKey, schemaOf } from './setting-kinds.ts';

type Shape = ConsoleData<'settingList'>['settings'][number]['shape'];

/** What a form asks for, of the schema that checks what is given. */
export function shapeOf(key: SettingKey): Shape {
  const [schema, canBeOff] = withoutNull(schemaOf(key));
  if (TypeGuard.IsBoolean(schema)) return { kind: 'SWITCH', canBeOff, fields: [], mostRows: null };
  if (TypeGuard.IsObject(schema)) return { kind: 'RECORD', canBeOff, fields: fieldsOf(schema), mostRows: null };
  if (TypeGuard.IsArray(schema))
    return { kind: 'LIST', canBeOff, fields: fieldsOf(schema.items), mostRows: schema.maxItems ?? null };
  return { kind: 'TEXT', canBeOff, fields: [], mostRows: null };
}

const longestLine = 255;

function fieldsOf(record: TSchema): Shape['fields'] {
  if (!TypeGuard.IsObject(record)) return [];
  return Object.entries(record.properties).map(([name, property]) => {
    const [schema, canBeEmpty] = withoutNull(property);
    if (TypeGuard.IsInteger(schema)) return { name, kind: 'COUNT', canBeEmpty };
    const isLong = TypeGuard.IsString(schema) && (schema.maxLength ?? 0) > longestLine;
    return { name, kind: isLong ? 'LONG_TEXT' : 'TEXT', canBeEmpty };
  });
}

function withoutNull(schema: TSchema): [schema: TSchema, hasNull: boolean] {
  if (!TypeGuard.IsUnion(schema)) return [schema, false];
  const others = schema.anyOf.filter((one) => !TypeGuard.IsNull(one));
  const [only] = others;
  if (only === undefined || others.length > 1) throw new Error('a setting is one kind of value, or null');
  return [only, true];
}
