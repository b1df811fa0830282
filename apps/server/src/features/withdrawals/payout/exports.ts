import type { Block, ChainAdapter, SentStatus, Unsigned } from '@lode/chain';
import type { DbTx } from '../../../platform/db/database.ts';
import { lockWithdrawal, type Withdrawal } from '../withdrawals.store.ts';
import { type ExportedPayment, isExportOfAnother, readExports, sentExport } from './exports.store.ts';
import { insertPayment, keepSigned, readPayments, takeSpends } from './payments.store.ts';
import { NotYet, type PayoutDeps } from './payout-ports.ts';
import { go } from './screen.ts';

/** An exported payment, and what the chain says of it. */
export interface ExportState {
  exported: ExportedPayment;
  status: SentStatus;
}

export async function stateOfExports(dbTx: DbTx, chain: ChainAdapter, id: bigint): Promise<ExportState[]> {
  const states: ExportState[] = [];
  for (const exported of await readExports(dbTx, id))
    states.push({ exported, status: await chain.status(sentExport(exported)) });
  return states;
}

/** Another transaction has used up, for good, what it would spend. */
export const isDead = ({ status }: Pick<ExportState, 'status'>, needed: number): boolean =>
  status.state === 'CONFLICTED' && status.confirmations >= needed;

/**
 * What a payment of an exported withdrawal must spend, so that of it and of all that was exported only one can ever be: all
 * that the newest of them spends, and something of each older one. Those that can never be ask for nothing.
 */
export function mustSpend(exported: readonly Pick<ExportedPayment, 'unsigned'>[]): string[] {
  const [newest, ...older] = exported;
  const spends = new Set(newest?.unsigned.outpoints);
  for (const { unsigned } of older) {
    const [first] = unsigned.outpoints;
    if (first !== undefined && !unsigned.outpoints.some((spend) => spends.has(spend))) spends.add(first);
  }
  return [...spends].sort();
}

/** The same receiver, amount and inputs are the same transaction: sent for two withdrawals, it would pay one. */
export async function isOfAnother(
  dbTx: DbTx,
  chain: Pick<ChainAdapter, 'txidOf'>,
  unsigned: Unsigned,
  withdrawalId: bigint,
): Promise<boolean> {
  return chain.txidOf !== undefined && isExportOfAnother(dbTx, chain.txidOf(unsigned), withdrawalId);
}

/** What was sent by hand and is in a block is a payment of ours: from here on it is followed like any other. */
export async function adoptSent(
  { database }: Pick<PayoutDeps, 'database'>,
  chain: ChainAdapter,
  states: readonly ExportState[],
  now: Date,
): Promise<boolean> {
  for (const { exported, status } of states)
    if (status.state === 'CONFIRMED') return adopt(database, chain, { exported, block: status.block }, now);
  return false;
}

async function adopt(
  database: PayoutDeps['database'],
  chain: ChainAdapter,
  { exported, block }: { exported: ExportedPayment; block: Block },
  now: Date,
): Promise<boolean> {
  const { withdrawalId, txid, unsigned, sinceHeight } = exported;
  if ((await readPayments(database, withdrawalId)).some((payment) => payment.txid === txid)) return false;
  // Nobody brought its bytes. Another chain of blocks may leave it out, and then they must be sent again.
  const bytes = (await chain.rawTransaction?.(txid, block)) ?? null;
  if (bytes === null)
    throw new NotYet(
      `withdrawal ${withdrawalId}: ${txid} was sent by hand, and its bytes are not to be had from its block`,
    );
  return database.transaction(async (dbTx) => {
    const withdrawal = await lockWithdrawal(dbTx, withdrawalId);
    if (!withdrawal || !isOpen(withdrawal)) return false;
    const payments = await readPayments(dbTx, withdrawalId);
    if (payments.some((payment) => payment.txid === txid)) return false;
    const known = payments.find((payment) => payment.txid === null && payment.unsigned.payload === unsigned.payload);
    const attempt = known?.attempt ?? (payments[0]?.attempt ?? -1) + 1;
    const payment = { withdrawalId, attempt, network: 'BITCOIN' as const, unsigned, sinceHeight, now };
    if (!known) await insertPayment(dbTx, payment);
    await takeSpends(dbTx, payment);
    await keepSigned(dbTx, payment, { txid, bytes }, now);
    if (withdrawal.thirdStatus === 'APPROVAL_TO_BE_SIGNED') await go(dbTx, withdrawal, 'sign', now);
    return true;
  });
}

const isOpen = ({ thirdStatus }: Pick<Withdrawal, 'thirdStatus'>): boolean =>
  thirdStatus === 'APPROVAL_TO_BE_SIGNED' || thirdStatus === 'IN_PAYMENT';
