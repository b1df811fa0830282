import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { Amount, Count, Day, Id, Nullable, Time, WithdrawCoin } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { cursorInput, listOf, reason } from './shapes.ts';
import { phase } from './withdrawals.ts';

/** A day's or a payment's most, gross and in full scale, and for how many days an address must be known. */
const bounds = { perPayment: Amount, perCustomerDay: Amount, perDay: Amount, knownDays: Count };

/** As a person types it; the server reads it in the coin's scale. */
const typed = Type.String({ pattern: '^[0-9]{1,12}(\\.[0-9]{1,8})?$' });

/** Automatic approval of withdrawals. Its bounds are proposed as `withdrawal:rule`. */
export const autoApprovalRoutes = {
  autoApproval: route(consolePaths.autoApproval, {
    access: 'staff',
    data: Type.Object({
      coins: Type.Array(
        Type.Object({
          coin: WithdrawCoin,
          /** Null: every withdrawal needs two people. */
          bounds: Nullable(Type.Object(bounds)),
          /** What the bounds may be at most, and a payment at least. */
          smallest: Amount,
          largest: Amount,
          largestDay: Amount,
          approvedToday: Amount,
        }),
      ),
      leastKnownDays: Count,
      mostKnownDays: Count,
    }),
    summary: 'Bounds of automatic approval of each coin, and what it approved today',
  }),
  autoApprovalList: route(consolePaths.autoApprovalList, {
    access: 'staff',
    input: cursorInput,
    data: listOf(
      Type.Object({
        id: Id,
        number: Type.String(),
        customerId: Id,
        /** Masked. */
        account: Type.String(),
        coin: WithdrawCoin,
        amount: Amount,
        at: Time,
        phase,
        /** The payment that people approved to the same address. */
        precedent: Id,
        /** Why the signer denied it; people decide then. */
        revokedReason: Nullable(Type.String()),
      }),
    ),
    summary: 'Withdrawals that were approved by rule, the newest first; accounts are masked',
  }),
  replayAutoApproval: route(consolePaths.replayAutoApproval, {
    access: 'staff',
    roles: ['FINANCE', 'APPROVER', 'ADMIN', 'AUDITOR'],
    input: {
      coin: WithdrawCoin,
      perPayment: typed,
      perCustomerDay: typed,
      perDay: typed,
      knownDays: Type.Integer({ minimum: 1, maximum: 365 }),
    },
    data: Type.Object({
      /** The first business day of them. */
      since: Day,
      /** Requests of customers since then that were replayed; false: of 90 days there were more, and the newest were. */
      replayed: Count,
      isWhole: Type.Boolean(),
      approved: Count,
      approvedAmount: Amount,
      customers: Count,
      /** Of a single business day, at most. */
      largestDay: Nullable(Type.Object({ date: Day, amount: Amount })),
      /** Of those that it would have approved: what people did not pay. */
      notPaid: Count,
      denied: Type.Object({ UNKNOWN_DESTINATION: Count, PAYMENT: Count, CUSTOMER_DAY: Count, DAY: Count }),
      /** Those that were not paid first, then the largest; a hundred at most. */
      records: Type.Array(
        Type.Object({
          id: Id,
          number: Type.String(),
          customerId: Id,
          account: Type.String(),
          amount: Amount,
          appliedAt: Time,
          phase,
          wasByRule: Type.Boolean(),
        }),
      ),
    }),
    refusals: ['notOperable'],
    summary:
      'What bounds would have approved in the last 90 days, to whom; nothing is changed, and it stands in the audit log',
  }),
  stopAutoApproval: route(consolePaths.stopAutoApproval, {
    access: 'staff',
    roles: ['FINANCE', 'APPROVER', 'ADMIN'],
    input: { coin: WithdrawCoin, reason },
    data: Type.Null(),
    refusals: ['notOperable'],
    summary: 'Switches automatic approval of a coin off, at once',
  }),
} as const;
