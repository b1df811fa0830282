import type { BuildRefusal, ChainAdapter, PaymentOrder, Unsigned } from '@lode/chain';
import { lookIntoAccount } from '../../../platform/chains/hot-account.ts';
import { payingNumber } from '../../../platform/chains/key-generations.ts';
import type { PaymentAuthorization } from '../../../platform/chains/payment-signer.ts';
import { readAccountNonce } from '../../../platform/chains/stored-unsigned.ts';
import type { Queryable, Transaction } from '../../../platform/db/database.ts';
import { lockAll } from '../lock-all.ts';
import { isSpendable } from '../outpoint-reservation.repository.ts';
import { insertPayment, type PaymentRow, readPayments } from '../payment.repository.ts';
import { HotWalletUnderfunded, type PayoutDeps, RetryLater, type Withdrawal } from '../payout-ports.ts';
import { type ExportedPayment, readExports } from '../recovery/exported-payment.repository.ts';
import { buildFromFirst, isRefused, sourcesOf } from './choose-sources.ts';
import { shortageOf } from './hot-wallet-shortage.ts';

export interface BuildInput {
  chain: ChainAdapter;
  withdrawal: Withdrawal;
  approval: PaymentAuthorization;
  /** Exports of it that can still be mined. */
  openExports: readonly ExportedPayment[];
  /** How many exports it had when its chain was asked. */
  exportCount: number;
  /** Who may share its transaction, the oldest first. */
  company: readonly Withdrawal[];
  now: Date;
}

/** Built, by this call or an earlier one; or why the chain's rules will never allow it. */
export type BuildResult = { payment: PaymentRow } | { impossible: string };

/** Builds the payment and reserves its inputs or nonce, before it is signed. */
export async function buildPayment(deps: PayoutDeps, input: BuildInput): Promise<BuildResult> {
  const { database, monitor } = deps;
  const { chain, withdrawal, approval, now } = input;
  const { id, network, coin, amount, fee } = withdrawal;
  const { height: sinceHeight } = await chain.tip();
  const [sources, rate] = [await sourcesOf(database, chain, withdrawal, input.openExports), await chain.feeRate()];
  const maxFee = approval.approvalRequest && BigInt(approval.approvalRequest.feeCap);
  const order = { ...receiverOf(withdrawal), coin, rate, ...(maxFee !== null && { maxFee }) };
  let company = input.company;
  let built = await buildFromFirst(database, chain, id, orderWith(order, company), sources);
  // Too little is there for all, in too small outputs, or one cannot be paid: fewer, and at last it goes alone.
  while (company.length > 0 && !canShare(built, maxFee)) {
    company = company.slice(0, company.length >> 1);
    built = await buildFromFirst(database, chain, id, orderWith(order, company), sources);
  }
  const batch = company.length > 0 ? [id, ...company.map((one) => one.id)] : undefined;
  const shortage = await shortageOf(database, chain, { coin, amount: amount - fee, built });
  if (shortage !== null) throw new HotWalletUnderfunded(coin, `withdrawal ${id} waits: ${shortage}`);
  if (isRefused(built)) {
    if (built.refused === 'FEE_CAP')
      throw new RetryLater(`withdrawal ${id} waits: the network's fee is above what was approved for it`);
    monitor.log.error({ event: 'payout.build-refused', id, reason: built.refused });
    if (built.refused === 'FEE_RATE') throw new RetryLater(`withdrawal ${id}: ${built.refused}`);
    return { impossible: built.refused };
  }
  monitor.failpoint('sign:before-built');
  await database
    .transaction(async (dbTx) => {
      if (batch) await refuseIfAnyChanged(dbTx, deps, batch);
      await refuseIfChanged(dbTx, deps, id, input.exportCount);
      await insertPayment(dbTx, {
        withdrawalId: id,
        attempt: 0,
        network,
        unsigned: built,
        sinceHeight,
        batch,
        builtAt: now,
      });
    })
    // Another process has reserved the same inputs or nonce, or built this payment.
    .catch((error: { code?: string }) => {
      if (error.code !== '23505') throw error;
    });
  const [payment] = await readPayments(database, id);
  if (!payment) throw new RetryLater(`withdrawal ${id} waits: another payment reserved its inputs first`);
  return { payment };
}

/** Well within what the signer reads: many small inputs make a payload long. */
const longestBatch = 100_000;

/** The cap is of one transaction: a batch whose fee is near it could not be bumped, nor could one without change. */
const canShare = (built: Unsigned | BuildRefusal, maxFee: bigint | null): boolean =>
  !isRefused(built) &&
  built.payload.length <= longestBatch &&
  built.change !== null &&
  (maxFee === null || 2n * built.fee.atomic <= maxFee);

const receiverOf = ({ addressKey: to, amount, fee }: Withdrawal) => ({ to, amount: amount - fee });

function orderWith(order: Omit<PaymentOrder, 'source'>, company: readonly Withdrawal[]): Omit<PaymentOrder, 'source'> {
  return company.length > 0 ? { ...order, also: company.map(receiverOf) } : order;
}

async function refuseIfAnyChanged(
  dbTx: Transaction,
  { withdrawals }: PayoutDeps,
  batch: readonly bigint[],
): Promise<void> {
  for (const { id, phase } of await lockAll(dbTx, withdrawals, batch)) {
    const isThere = phase === 'SIGNING' && (await withdrawals.isAutoApproved(dbTx, id));
    if (!isThere || (await readExports(dbTx, id)).length > 0)
      throw new RetryLater(`withdrawal ${id} changed while its batch was built`);
  }
}

/** Building takes seconds: a withdrawal that ended, returned or was exported meanwhile must not reserve anything. */
async function refuseIfChanged(
  dbTx: Transaction,
  { withdrawals }: PayoutDeps,
  id: bigint,
  exportCount: number,
): Promise<void> {
  const found = await withdrawals.lock(dbTx, id);
  const exports = await readExports(dbTx, id);
  if (found?.phase !== 'SIGNING' || exports.length !== exportCount || exports.some(({ isAbandoned }) => isAbandoned))
    throw new RetryLater(`withdrawal ${id} changed while its payment was built`);
}

/**
 * Whether an unsigned payment can still be mined: `SPENDABLE`; `INPUTS_MISSING`, its outputs are in no final block or reserved by
 * another payment; `NONCE_USED` by a foreign transaction; `NONCE_GAP`, it waits behind a nonce that was released.
 */
export type Spendability = 'SPENDABLE' | 'INPUTS_MISSING' | 'NONCE_USED' | 'NONCE_GAP';

export async function spendabilityOf(
  db: Queryable,
  chain: ChainAdapter,
  { withdrawalId, unsigned, network }: PaymentRow,
): Promise<Spendability> {
  if (network === 'BITCOIN')
    return (await isSpendable(db, withdrawalId, unsigned.outpoints)) ? 'SPENDABLE' : 'INPUTS_MISSING';
  const payer = chain.ownAddress('house', payingNumber(chain, unsigned));
  const { reserved } = await lookIntoAccount(db, chain, payer);
  const { nonce } = readAccountNonce(unsigned.outpoints[0]);
  if (nonce < reserved.confirmed) return 'NONCE_USED';
  return reserved.free < nonce ? 'NONCE_GAP' : 'SPENDABLE';
}
