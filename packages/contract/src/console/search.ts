import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { Amount, CoinName, Id, Nullable, OneOf, Time } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { unsafe } from './shapes.ts';

const searchKind = OneOf([
  'CUSTOMER',
  'MACHINE',
  'DEPOSIT_ADDRESS',
  'BOOK_ADDRESS',
  'WITHDRAWAL',
  'DEPOSIT',
  'TRANSFER',
]);

const hit = Type.Object({
  kind: searchKind,
  id: Id,
  /** Null: the house's, such as a transfer that moves nothing of a customer's. */
  customerId: Nullable(Id),
  /** Of the customer, as customers see their own: `138****78`. */
  account: Nullable(Type.String()),
  /** A customer's name, a machine's number, an address, a withdrawal's number, a transaction's id, a posting's type, the kind of a house transfer. */
  title: Type.String(),
  /** What was typed names it, and nothing else of its kind. */
  isExact: Type.Boolean(),
  status: Nullable(Type.String()),
  coin: Nullable(CoinName),
  amount: Nullable(Amount),
  at: Nullable(Time),
});

/** The one box that finds things. */
export const searchRoutes = {
  search: route(consolePaths.search, {
    access: 'staff',
    input: {
      /** In a body: addresses of pages are kept in logs, and this is a customer's phone number. */
      text: Type.String({ minLength: 1, maxLength: 128, pattern: `^(?=.*\\S)[^\\u0000-\\u001f${unsafe}]+$` }),
    },
    data: Type.Object({
      /** With an exact hit first. */
      groups: Type.Array(Type.Object({ kind: searchKind, hits: Type.Array(hit), isCut: Type.Boolean() })),
    }),
    summary: 'Finds by account, end of a phone number, number, address, txid or amount; it stands in the audit log',
  }),
} as const;
