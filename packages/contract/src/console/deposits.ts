import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { customerStatuses, depositStatuses } from '../record-states.ts';
import {
  AccountName,
  Amount,
  Count,
  Day,
  Id,
  NetworkName,
  Nullable,
  OneOf,
  Time,
  WithdrawCoin,
} from '../schemas/shapes.ts';
import { route } from './route.ts';
import { cursorInput, listOf, text } from './shapes.ts';

const status = OneOf(depositStatuses);

const row = Type.Object({
  id: Id,
  status,
  /** Credited, in no block any more, and its amount is neither clawed back nor written off. */
  isToClawBack: Type.Boolean(),
  account: Type.String(),
  coin: WithdrawCoin,
  network: NetworkName,
  amount: Amount,
  confirmations: Count,
  needed: Count,
  txid: Type.String(),
  seenAt: Time,
});

/** `WAIT`: nothing is wrong, and it is not done. `UNKNOWN`: what would say it does not answer. */
const check = Type.Object({
  kind: OneOf(['ADDRESS', 'CONFIRMATIONS', 'SECOND_NODE', 'MINIMUM', 'CHAIN', 'REMOVAL']),
  state: OneOf(['OK', 'WAIT', 'LOOK', 'BLOCKS', 'UNKNOWN']),
  values: Type.Object({
    count: Type.Optional(Count),
    needed: Type.Optional(Count),
    usual: Type.Optional(Count),
    amount: Type.Optional(Amount),
    limit: Type.Optional(Amount),
    reason: Type.Optional(Type.String()),
  }),
});

/** What FINANCE can propose now; the server decides again when it is proposed and when it is approved. */
const offer = OneOf(['CLAW_BACK', 'CLAW_BACK_AVAILABLE', 'WRITE_OFF', 'CREDIT_SMALL', 'UNFREEZE']);

const deposit = Type.Object({
  deposit: Type.Object({
    id: Id,
    status,
    coin: WithdrawCoin,
    network: NetworkName,
    amount: Amount,
    txid: Type.String(),
    outputIndex: Count,
    address: Type.String(),
    height: Nullable(Count),
    confirmations: Count,
    needed: Count,
    seenAt: Time,
    creditedAt: Nullable(Time),
    account: AccountName,
  }),
  customer: Type.Object({ id: Id, account: Type.String(), status: OneOf(customerStatuses) }),
  checks: Type.Array(check),
  freezes: Type.Array(Type.Object({ reason: Type.String(), since: Time, isOfThis: Type.Boolean() })),
  /** Of a credited deposit that left its block at least once. */
  removal: Nullable(
    Type.Object({
      times: Count,
      lacking: Amount,
      /** What the customer has in the account that was credited, less promotional credit. */
      takeable: Amount,
      parts: Type.Array(
        Type.Object({
          kind: OneOf(['CLAWED_BACK', 'WRITTEN_OFF']),
          amount: Amount,
          at: Time,
          /** The deposit was mined again. */
          returnedAt: Nullable(Time),
        }),
      ),
    }),
  ),
  offers: Type.Array(offer),
  readAt: Time,
});

/** Deposits: what came, how sure it is, and what is clawed back of it. */
export const depositRoutes = {
  depositList: route(consolePaths.depositList, {
    access: 'staff',
    input: {
      state: Type.Optional(OneOf(['COMING', 'BELOW_MINIMUM', 'CREDITED', 'ORPHANED', 'TO_CLAW_BACK'])),
      coin: Type.Optional(WithdrawCoin),
      customer: Type.Optional(Id),
      /** An address or a txid, whole. An account is found by `findCustomer`, which no log of addresses keeps, and refused here. */
      find: Type.Optional(text(128)),
      from: Type.Optional(Day),
      to: Type.Optional(Day),
      ...cursorInput,
    },
    data: listOf(row),
    summary: 'Deposits of all customers, the newest first; a search stands in the audit log',
  }),
  deposit: route(consolePaths.deposit, {
    access: 'staff',
    input: { id: Id },
    data: deposit,
    summary:
      'One deposit with its confirmations, what was checked of it and what is to claw back; it stands in the audit log',
  }),
} as const;
