import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { AccountInput, Count, Id, Nullable, OneOf, Time } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { cursorInput, listOf, name } from './shapes.ts';

const message = Type.Object({
  id: Id,
  at: Time,
  by: Type.String(),
  approvedBy: Nullable(Type.String()),
  /** For the audit log; customers do not read it. */
  reason: Type.String(),
  text: Type.String(),
  /** Of a customer the name is the id; '' of all. */
  audience: Type.Object({ of: OneOf(['ALL', 'SITE', 'MODEL', 'TAG', 'CUSTOMER']), name: Type.String() }),
  /** Customers who got it. */
  reached: Count,
});

/** What the staff wrote to groups of customers. A message is proposed as `message:maintenance`. */
export const groupMessageRoutes = {
  groupMessageList: route(consolePaths.groupMessageList, {
    access: 'staff',
    input: cursorInput,
    data: listOf(message),
    summary: 'Messages to groups of customers, the newest first',
  }),
  groupMessage: route(consolePaths.groupMessage, {
    access: 'staff',
    input: { id: Id },
    data: Type.Object({
      message,
      /** In the app, passed to SMS and mail as each customer chose, and read; messages are kept for 180 days. Null: not known of an old one. */
      standing: Nullable(Type.Object({ reached: Count, sent: Count, read: Count })),
    }),
    summary: 'One message to a group, and how far it has come',
  }),
  previewMessage: route(consolePaths.previewMessage, {
    access: 'staff',
    roles: ['SUPPORT', 'ADMIN'],
    input: {
      site: Type.Optional(name),
      model: Type.Optional(name),
      tag: Type.Optional(name),
      account: Type.Optional(AccountInput),
      id: Type.Optional(Id),
    },
    data: Type.Object({ customers: Count, sms: Count, mail: Count }),
    refusals: ['notOperable'],
    summary: 'How many customers a message would reach, and by which channel',
  }),
} as const;
