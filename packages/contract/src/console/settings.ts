import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { Id, Nullable, OneOf, Time } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { cursorInput, listOf, name } from './shapes.ts';

const settingKey = Type.String({ pattern: '^[A-Za-z0-9._-]{1,100}$' });

const field = Type.Object({
  name: Type.String(),
  kind: OneOf(['TEXT', 'LONG_TEXT', 'COUNT']),
  canBeEmpty: Type.Boolean(),
});

/** What a value consists of: what a form asks for. */
const shape = Type.Object({
  kind: OneOf(['SWITCH', 'TEXT', 'RECORD', 'LIST']),
  /** It may be off: null. */
  canBeOff: Type.Boolean(),
  /** Of a record, or of each row of a list; a row without is one text. */
  fields: Type.Array(field),
  /** Rows of a list. */
  mostRows: Nullable(Type.Integer()),
});

const setting = Type.Object({
  key: Type.String(),
  /** In force now, as JSON. */
  value: Type.String(),
  /** The values that it takes, in words. */
  bounds: Type.String(),
  shape,
  /** The command that alone changes it; null: it is proposed here. */
  changedWith: Nullable(Type.String()),
});

const version = Type.Object({
  effectiveFrom: Time,
  /** Counts the versions for one moment; the highest is in force. */
  version: Type.Integer(),
  value: Type.String(),
  changedBy: Type.String(),
  /** The second person; null where the change needed none. */
  approvedBy: Nullable(Type.String()),
  reason: Type.String(),
});

const auditLine = Type.Object({
  id: Id,
  at: Time,
  staff: Type.String(),
  approvedBy: Nullable(Type.String()),
  action: Type.String(),
  subject: Type.String(),
  reason: Type.String(),
  /** Fields of the action; `session` and `network` where it came from the console. As JSON. */
  detail: Type.String(),
});

/** What the house has decided, and who did what. */
export const settingRoutes = {
  settingList: route(consolePaths.settingList, {
    access: 'staff',
    data: Type.Object({ settings: Type.Array(setting) }),
    summary: 'All settings with their values now',
  }),
  settingVersions: route(consolePaths.settingVersions, {
    access: 'staff',
    input: { key: settingKey, ...cursorInput },
    data: listOf(version),
    summary: 'Versions of a setting, newest first, those ahead too',
  }),
  auditLog: route(consolePaths.auditLog, {
    access: 'staff',
    roles: ['APPROVER', 'ADMIN', 'AUDITOR'],
    input: {
      staff: Type.Optional(name),
      action: Type.Optional(Type.String({ pattern: '^[a-z0-9:-]{1,64}$' })),
      subject: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      ...cursorInput,
    },
    data: listOf(auditLine),
    summary: 'The audit log, newest first',
  }),
} as const;
