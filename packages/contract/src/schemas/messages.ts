import { Type } from '@sinclair/typebox';
import { route } from './route.ts';
import { Count, Id, listInput, Nullable, OneOf, PageOf, Time } from './shapes.ts';

/** Kinds whose SMS and mail a customer may switch off. */
export const chosenMessageKinds = [
  'DEPOSIT',
  'WITHDRAWAL',
  'ELECTRICITY',
  'MACHINE',
  'TERMS',
  'MAINTENANCE',
  'SUPPORT',
] as const;
export const messageKinds = [...chosenMessageKinds, 'SECURITY'] as const;

const MessageKind = OneOf(messageKinds);
const ChosenKind = OneOf(chosenMessageKinds);

export const messageRoutes = {
  messagePage: route('messagePage', {
    summary: 'Messages of the last 180 days, newest first.',
    access: 'customer',
    limit: 'read',
    input: { kind: Type.Optional(MessageKind), ...listInput },
    data: PageOf(
      Type.Object({
        id: Id,
        kind: MessageKind,
        text: Type.String({ maxLength: 4000 }),
        time: Time,
        isRead: Type.Boolean(),
        /** What the message belongs to; without an id the list of them. */
        target: Nullable(
          Type.Object({ of: OneOf(['DEPOSIT', 'WITHDRAWAL', 'ELECTRICITY', 'MACHINE', 'SUPPORT']), id: Nullable(Id) }),
        ),
      }),
    ),
  }),
  readMessage: route('readMessage', {
    summary: 'Marks one message as read; one that is read already stays so.',
    access: 'customer',
    limit: 'write',
    input: { id: Id },
    data: Type.Object({ unread: Count }),
  }),
  readAllMessages: route('readAllMessages', {
    summary: 'Marks as read what is there up to a message: those that came after it stay unread.',
    access: 'customer',
    limit: 'write',
    input: { upTo: Id },
    data: Type.Object({ unread: Count }),
  }),
  messageSettings: route('messageSettings', {
    summary: 'Which kinds of messages come by SMS or mail too. Of security, all do.',
    access: 'customer',
    limit: 'read',
    input: {},
    data: Type.Object({
      /** Where they go, masked; null without one. */
      phone: Nullable(Type.String()),
      mailbox: Nullable(Type.String()),
      kinds: Type.Array(Type.Object({ kind: ChosenKind, sms: Type.Boolean(), mail: Type.Boolean() })),
    }),
  }),
  setMessageSetting: route('setMessageSetting', {
    summary: 'Chooses SMS and mail for one kind of messages.',
    access: 'customer',
    limit: 'write',
    input: { kind: ChosenKind, sms: Type.Boolean(), mail: Type.Boolean() },
    data: Type.Object({ kind: ChosenKind, sms: Type.Boolean(), mail: Type.Boolean() }),
  }),
};
