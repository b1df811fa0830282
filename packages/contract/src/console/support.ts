import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { threadStatuses } from '../record-states.ts';
import { Id, Nullable, OneOf, Time } from '../schemas/shapes.ts';
import { supportSubjects } from '../schemas/support.ts';
import { route } from './route.ts';
import { cursorInput, listOf, name, reason, unsafe } from './shapes.ts';

const thread = Type.Object({
  id: Id,
  customer: Id,
  account: Type.String(),
  title: Type.String(),
  about: OneOf(supportSubjects),
  record: Nullable(Type.String()),
  status: OneOf(threadStatuses),
  assignee: Nullable(Type.String()),
  changedAt: Time,
});

/** Questions of customers. */
export const supportRoutes = {
  threadList: route(consolePaths.threadList, {
    access: 'staff',
    input: { status: Type.Optional(OneOf(['WAITING', 'ANSWERED'])), assignee: Type.Optional(name), ...cursorInput },
    data: listOf(thread),
    summary: 'Open questions of customers, the longest waiting first',
  }),
  thread: route(consolePaths.thread, {
    access: 'staff',
    input: { id: Id },
    data: Type.Object({
      thread,
      messages: Type.Array(Type.Object({ id: Id, staff: Nullable(Type.String()), text: Type.String(), at: Time })),
      /** Older messages are not among them. */
      isCut: Type.Boolean(),
    }),
    summary: 'One thread with its newest messages, the oldest of them first; it stands in the audit log',
  }),
  answerThread: route(consolePaths.answerThread, {
    access: 'staff',
    roles: ['SUPPORT'],
    input: {
      id: Id,
      /** The newest message that the answer knows of: another one since is a conflict. */
      after: Id,
      text: Type.String({
        minLength: 1,
        maxLength: 1000,
        pattern: `^(?=[\\s\\S]*\\S)[^\\u0000-\\u0009\\u000b-\\u001f${unsafe}]+$`,
      }),
    },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Answers a customer in a message; assigns a free thread',
  }),
  assignThread: route(consolePaths.assignThread, {
    access: 'staff',
    roles: ['SUPPORT'],
    input: { id: Id, to: name },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Gives a thread to one of SUPPORT',
  }),
  closeThread: route(consolePaths.closeThread, {
    access: 'staff',
    roles: ['SUPPORT'],
    input: { id: Id, reason },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Closes a thread',
  }),
} as const;
