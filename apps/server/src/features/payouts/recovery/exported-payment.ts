import type { Block, ChainAdapter, SentStatus, Unsigned } from '@lode/chain';
import type { Queryable } from '../../../platform/db/database.ts';
import { isConflicted } from '../conflicted.ts';
import { reserveOutpoints } from '../outpoint-reservation.repository.ts';
import { insertPayment, readPayments, type SentTransaction, storeSigned } from '../payment.repository.ts';
import { type PayoutDeps, RetryLater } from '../payout-ports.ts';
import { type ExportedPayment, isExportOfAnother, readExports, sentExport } from './exported-payment.repository.ts';

/** An exported payment with its chain status. */
export interface ExportState {
  exported: ExportedPayment;
  status: SentStatus;
}

export async function stateOfExports(
  db: Queryable,
  id: bigint,
  statusOf: (sent: SentTransaction) => Promise<SentStatus>,
): Promise<ExportState[]> {
  const states: ExportState[] = [];
  for (const exported of await readExports(db, id))
    states.push({ exported, status: await statusOf(sentExport(exported)) });
  return states;
}

export const isExportConflicted = ({ status }: Pick<ExportState, 'status'>, confirmations: number): boolean =>
  isConflicted(status, confirmations);

/**
 * Inputs that the next payment of an exported withdrawal has to spend, so that only one of it and its exports can be mined: all
 * inputs of the newest export, and one of each older one. Conflicted exports are left out by the caller.
 */
export function conflictingInputs(exported: readonly Pick<ExportedPayment, 'unsigned'>[]): string[] {
  const [newest, ...older] = exported;
  const outpoints = new Set(newest?.unsigned.outpoints);
  for (const { unsigned } of older) {
    const [first] = unsigned.outpoints;
    if (first !== undefined && !unsigned.outpoints.some((outpoint) => outpoints.has(outpoint))) outpoints.add(first);
  }
  return [...outpoints].sort();
}

/** The same receiver, amount and inputs are the same transaction: sent for two withdrawals, it would pay one. */
export async function isExportedForAnother(
  db: Queryable,
  chain: Pick<ChainAdapter, 'txidOf'>,
  unsigned: Unsigned,
  withdrawalId: bigint,
): Promise<boolean> {
  return chain.txidOf !== undefined && isExportOfAnother(db, chain.txidOf(unsigned), withdrawalId);
}

/** An export that was broadcast by hand and is in a block becomes a payment, and is followed like any other. */
export async function importBroadcastTransaction(
  deps: PayoutDeps,
  chain: ChainAdapter,
  states: readonly ExportState[],
  now: Date,
): Promise<boolean> {
  for (const { exported, status } of states)
    if (status.state === 'CONFIRMED') return importFromBlock(deps, chain, { exported, block: status.block }, now);
  return false;
}

async function importFromBlock(
  { database, withdrawals }: PayoutDeps,
  chain: ChainAdapter,
  { exported, block }: { exported: ExportedPayment; block: Block },
  now: Date,
): Promise<boolean> {
  const { withdrawalId, txid, unsigned, sinceHeight, exportedAt } = exported;
  if ((await readPayments(database, withdrawalId)).some((payment) => payment.txid === txid)) return false;
  // A reorganisation may remove it, and then its bytes must be sent again.
  const bytes = (await chain.rawTransaction?.(txid, block)) ?? null;
  if (bytes === null)
    throw new RetryLater(
      `withdrawal ${withdrawalId}: ${txid} was sent by hand, and its bytes are not to be had from its block`,
    );
  return database.transaction(async (dbTx) => {
    const withdrawal = await withdrawals.lock(dbTx, withdrawalId);
    if (withdrawal?.phase !== 'SIGNING' && withdrawal?.phase !== 'BROADCAST') return false;
    const payments = await readPayments(dbTx, withdrawalId);
    if (payments.some((payment) => payment.txid === txid)) return false;
    const known = payments.find((payment) => payment.txid === null && payment.unsigned.payload === unsigned.payload);
    const attempt = known?.attempt ?? (payments[0]?.attempt ?? -1) + 1;
    const payment = { withdrawalId, attempt, network: 'BITCOIN' as const, unsigned, sinceHeight, builtAt: exportedAt };
    if (!known) await insertPayment(dbTx, payment);
    await reserveOutpoints(dbTx, payment);
    await storeSigned(dbTx, payment, { txid, bytes }, now);
    if (withdrawal.phase === 'SIGNING') await withdrawals.advance(dbTx, withdrawal, 'sign', now);
    return true;
  });
}
