import { Type } from '@sinclair/typebox';
import { threadStatuses } from '../record-states.ts';
import { route } from './route.ts';
import { Id, listInput, Nullable, OneOf, PageOf, Time } from './shapes.ts';

/** What a thread can be about: a record of the customer, or none. */
export const supportSubjects = ['GENERAL', 'DEPOSIT', 'MACHINE', 'CHARGE', 'COIN_UP', 'WITHDRAWAL'] as const;
/** Characters of one message. */
export const longestSupportText = 1000;

const Text = Type.String({ minLength: 1, maxLength: longestSupportText, pattern: '\\S' });
const ShortText = Type.String({ maxLength: 200 });

const Thread = Type.Object({
  id: Id,
  /** `title` names the record as it was when the thread began; `id` is null for a general question. */
  about: Type.Object({ of: OneOf(supportSubjects), id: Nullable(Id), title: ShortText }),
  /** WAITING for the staff, ANSWERED by it, or CLOSED. */
  status: OneOf(threadStatuses),
  openedTime: Time,
  /** Of the newest message or the end. */
  time: Time,
  /** The newest message. */
  text: Type.String({ maxLength: longestSupportText }),
});

export const supportRoutes = {
  supportInfo: route('supportInfo', {
    summary: 'How customers reach the house, and what they ask most.',
    access: 'open',
    limit: 'read',
    input: {},
    data: Type.Object({
      name: Nullable(ShortText),
      wechat: Nullable(ShortText),
      phone: Nullable(ShortText),
      mail: Nullable(ShortText),
      hours: Nullable(ShortText),
      faq: Type.Array(Type.Object({ question: ShortText, answer: Type.String({ maxLength: 1000 }) })),
    }),
  }),
  supportPage: route('supportPage', {
    summary: 'Threads of the customer, the one that changed last first.',
    access: 'customer',
    limit: 'read',
    input: listInput,
    data: PageOf(Thread),
  }),
  supportThread: route('supportThread', {
    summary:
      'One thread with up to 50 messages, the newest last; `before` is the oldest message that is known already.',
    access: 'customer',
    limit: 'read',
    input: { id: Id, before: Type.Optional(Id) },
    data: Type.Object({
      thread: Thread,
      messages: Type.Array(
        Type.Object({
          id: Id,
          by: OneOf(['CUSTOMER', 'STAFF']),
          text: Type.String({ maxLength: longestSupportText }),
          time: Time,
        }),
      ),
      hasMore: Type.Boolean(),
    }),
  }),
  supportOpen: route('supportOpen', {
    summary:
      'Asks about a record (`id`) or in general; an open thread about the record goes on. Once for each `requestId`.',
    access: 'customer',
    limit: 'write',
    refusals: ['overLimit', 'keyReused'],
    input: { of: OneOf(supportSubjects), id: Type.Optional(Id), text: Text },
    data: Type.Object({ id: Id }),
  }),
  supportWrite: route('supportWrite', {
    summary: 'Writes into an open thread. Once for each `requestId`.',
    access: 'customer',
    limit: 'write',
    refusals: ['overLimit', 'keyReused', 'notOperable'],
    input: { id: Id, text: Text },
    data: Type.Object({ id: Id }),
  }),
};
