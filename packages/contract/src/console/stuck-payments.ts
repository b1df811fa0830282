import { Type } from '@sinclair/typebox';
import { consolePaths } from '../console-paths.ts';
import { Amount, Count, Id, NetworkName, Nullable, OneOf, Time, WithdrawCoin } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { cursorInput, listOf, reason } from './shapes.ts';

const stuckPayment = Type.Object({
  id: Id,
  number: Type.String(),
  /** Null of a payment out of TREASURY. */
  account: Nullable(Type.String()),
  coin: WithdrawCoin,
  network: NetworkName,
  /** What left the customer's account: all of it returns when the payment fails. */
  amount: Amount,
  /** What the receiver was to get: without the fee. */
  sent: Amount,
  /**
   * `SCREENING`: no screening has answered. `NOT_BUILT`: no payment could be built. `UNKNOWN`: built and not signed as far as is known.
   * `OFFLINE`: waits for its file. `EXPORTED`: its file is out. `UNCONFIRMED`: sent, in no block. `INPUTS_MISSING`: what it spends is in
   * no block. `UNPROVEN`: a block holds it, and it has not paid. `REORGED`: it was final, and its block is gone. `KEEPS_INPUTS`: failed, and other payments cannot spend its inputs.
   */
  cause: OneOf([
    'SCREENING',
    'NOT_BUILT',
    'UNKNOWN',
    'OFFLINE',
    'EXPORTED',
    'UNCONFIRMED',
    'INPUTS_MISSING',
    'UNPROVEN',
    'REORGED',
    'KEEPS_INPUTS',
  ]),
  since: Time,
  /** The newest transaction that is signed, or exported. */
  txid: Nullable(Type.String()),
  attempts: Count,
  /** How many other withdrawals its transaction pays: signed together, they fail together. */
  sharedWith: Count,
  /** Of `INPUTS_MISSING`: blocks since then, and how many it takes before people may return the amount. */
  blocks: Nullable(Type.Object({ since: Count, needed: Count })),
  /** Of `KEEPS_INPUTS`. */
  keptInputs: Count,
  /** What people can do; the server decides again when it is done. */
  offers: Type.Array(OneOf(['FAIL', 'FAIL_ACCEPTING_RISK', 'PAID', 'SIGN_ONLINE', 'RELEASE_INPUTS'])),
});

/** Payments that do not go on by themselves, and the recovery of each. */
export const stuckPaymentRoutes = {
  stuckPaymentList: route(consolePaths.stuckPaymentList, {
    access: 'staff',
    input: cursorInput,
    data: listOf(stuckPayment),
    summary: 'Payments that are unconfirmed or unsigned too long, or keep what others could spend, the oldest first',
  }),
  releaseInputs: route(consolePaths.releaseInputs, {
    access: 'staff',
    roles: ['FINANCE', 'APPROVER'],
    input: { id: Id, reason },
    data: Type.Object({ summary: Type.String() }),
    refusals: ['notOperable'],
    summary: 'Releases the inputs that a failed payment has not spent, once it is abandoned at the signer',
  }),
} as const;
