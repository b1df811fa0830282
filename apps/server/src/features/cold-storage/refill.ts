import { type ChainAdapter, ChainUnavailable, hotAddress, WrongChain } from '@lode/chain';
import {
  buildRefill,
  combineRefill,
  isBitcoinChain,
  parseColdDescriptor,
  type UnsignedRefill,
  UnusableRefill,
} from '@lode/chain-bitcoin';
import { formatAmount } from '@lode/money';
import { isClosed } from '../../platform/chains/chain-nodes.ts';
import type { Sentence } from '../../platform/sentence.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import { needsSecond, nodeDown } from '../../platform/staff/refusals.zh.ts';
import type { ConsoleResult, StaffInput } from '../../platform/staff/staff-command.ts';
import { type ColdWallet, isNextAddress, lockWallets, readNextNumber, readWallets } from './cold-wallet.repository.ts';
import { largestFeeOf } from './fee-policy.ts';
import { findRefill, insertRefill, lockRefill, markRefillCancelled, readColdOutputs } from './refill.repository.ts';
import * as say from './sentences.zh.ts';
import { type Attempt, insertAttempt, keepSigned, nameOf } from './transfer.repository.ts';
import type { TransferDeps } from './transfer-ports.ts';

export type RefillDeps = Pick<TransferDeps, 'database' | 'nodes' | 'reservations'> & Pick<StaffPorts, 'recordAudit'>;

export interface RefillOrder {
  /** Satoshi that the hot wallet receives. */
  amount: bigint;
  /** Of the cold wallet whose coins are spent; null for the newest. */
  version: number | null;
}

/** What a proposal fixes: the rate gives the same transaction again, as long as cold storage is the same. */
type BoundRefill = Pick<UnsignedRefill, 'txid'> & { rate: bigint };

export const boundRefill = ({ rate, refill }: PlannedRefill): Record<string, string> => ({
  txid: refill.txid,
  rate: `${rate}`,
});

function readBound({ bound }: StaffInput): BoundRefill | null {
  const { txid = '', rate = '0' } = bound ?? {};
  return bound === undefined ? null : { txid, rate: BigInt(rate) };
}

interface PlannedRefill {
  chain: ChainAdapter;
  receiving: ColdWallet;
  coldNumber: number;
  /** Satoshi per 1,000 virtual bytes. */
  rate: bigint;
  refill: UnsignedRefill;
}

export const textOf = (amount: bigint): string => `${formatAmount(amount, 'BTC')} BTC`;

/** Builds the transaction that holders would sign. Asks the node: outside a transaction. */
export async function planRefill(
  deps: RefillDeps,
  { amount, version }: RefillOrder,
  bound: BoundRefill | null = null,
): Promise<PlannedRefill | { refused: Sentence }> {
  const { database, nodes } = deps;
  const chain = await nodes.open('BITCOIN');
  if (isClosed(chain) || !isBitcoinChain(chain.chain)) return { refused: say.bitcoinClosed };
  const wallets = await readWallets(database, 'BITCOIN');
  const [receiving] = wallets;
  const spent = version === null ? receiving : wallets.find((one) => one.version === version);
  if (!receiving || !spent) return { refused: say.noWallet(version) };
  if ((await findRefill(database)) !== null) return { refused: say.underWay };
  try {
    const coldNumber = await readNextNumber(database, receiving);
    const descriptor = parseColdDescriptor(spent.descriptor, chain.chain);
    const outputs = [];
    for (const { number, blockHash, bytes, ...output } of await readColdOutputs(database, spent.id)) {
      // Those of an own transaction are stored; holders' devices ask for them.
      const known = bytes ?? (await chain.rawTransaction?.(output.txid, { hash: blockHash ?? '' })) ?? null;
      outputs.push({ ...output, owner: descriptor.addressAt(number), bytes: known });
    }
    const now = await chain.feeRate();
    if (now.unit !== 'SAT_PER_KVB') throw new TypeError('Bitcoin fees are satoshi per 1,000 virtual bytes');
    const rate = bound?.rate ?? now.rate;
    const change = parseColdDescriptor(receiving.descriptor, chain.chain).addressAt(coldNumber);
    const to = hotAddress(chain).key;
    const refill = buildRefill({ to, amount, outputs, change, rate });
    if (refill === null) return { refused: say.tooLittle(textOf(amount)) };
    if (refill.fee > largestFeeOf(amount)) return { refused: say.feeTooHigh(textOf(refill.fee)) };
    if (bound !== null && bound.txid !== refill.txid) return { refused: say.notAsProposed(bound.txid) };
    return { chain, receiving, coldNumber, rate, refill };
  } catch (error) {
    if (error instanceof ChainUnavailable || error instanceof WrongChain) return { refused: nodeDown(error.message) };
    throw error;
  }
}

/** Records the transaction, so that it is recognised when its holders send it by themselves, and reserves its inputs. */
export async function beginRefill(deps: RefillDeps, order: RefillOrder, input: StaffInput): Promise<ConsoleResult> {
  const { authority, reason, now } = input;
  if (authority.approver === null) return { refused: needsSecond(say.aRefill) };
  const people = { addedBy: authority.by.id, approvedBy: authority.approver.id };
  const planned = await planRefill(deps, order, readBound(input));
  if ('refused' in planned) return planned;
  const { chain, receiving, coldNumber, refill } = planned;
  const { height: sinceHeight } = await chain.tip();
  const { payload, txid, outpoints, toIndex, change, fee } = refill;
  return deps.database
    .transaction(async (dbTx): Promise<ConsoleResult> => {
      await lockWallets(dbTx);
      if (!(await isNextAddress(dbTx, receiving, coldNumber))) return { refused: say.changeTaken };
      const { amount } = order;
      const transferId = await insertRefill(dbTx, { walletId: receiving.id, coldNumber, amount, now, ...people });
      await deps.reservations.reserve(dbTx, transferId, outpoints);
      const outputs = {
        hotNumber: hotAddress(chain).index,
        hotIndex: toIndex,
        hotAmount: amount,
        coldIndex: change?.index ?? null,
        coldAmount: change?.amount ?? null,
      };
      await insertAttempt(dbTx, { transferId, attempt: 0, payload, outpoints, txid, sinceHeight, ...outputs }, now);
      const subject = nameOf({ id: transferId });
      const detail = { amount: String(amount), fee: String(fee), txid };
      await deps.recordAudit(dbTx, { at: now, authority, action: 'cold:refill', subject, reason, detail });
      return { done: say.refillRecorded(subject, textOf(amount), textOf(fee), txid) };
    })
    .catch((error: Error & { code?: string }): ConsoleResult => {
      if (error.code === '23505') return { refused: say.inputsTaken };
      throw error;
    });
}

/** `only`: the one that a page shows; another one is not touched. */
type Only = bigint | null;

async function findOnly({ database }: RefillDeps, only: Only): Promise<Attempt | null> {
  const found = await findRefill(database);
  return found !== null && (only === null || found.transferId === only) ? found : null;
}

/** The unsigned PSBT, for the holders. */
export async function exportRefill(
  deps: RefillDeps,
  { authority, reason, now }: StaffInput,
  write: (text: string) => Promise<void>,
  only: Only = null,
): Promise<ConsoleResult> {
  const found = await findOnly(deps, only);
  if (found === null) return { refused: say.noneUnderWay };
  const subject = nameOf({ id: found.transferId });
  const detail = { txid: found.txid };
  await deps.recordAudit(deps.database, { at: now, authority, action: 'cold:refill-export', subject, reason, detail });
  await write(found.payload);
  return { done: say.refillExported(found.txid) };
}

/** Takes the holders' signatures of exactly the proposed transaction, stores it whole and broadcasts it. */
export async function submitRefill(
  deps: RefillDeps,
  files: readonly string[],
  input: StaffInput,
  only: Only = null,
): Promise<ConsoleResult> {
  const { authority, reason, now } = input;
  const found = await findOnly(deps, only);
  if (found === null) return { refused: say.noneUnderWay };
  let bytes = found.bytes;
  try {
    bytes ??= combineRefill(found.payload, files).bytes;
  } catch (error) {
    if (error instanceof UnusableRefill) return { refused: say.unusableFile(error.flaw) };
    return { refused: say.unusable(error instanceof Error ? error.message : String(error)) };
  }
  const stored = bytes;
  const subject = nameOf({ id: found.transferId });
  const isOpen = await deps.database.transaction(async (dbTx) => {
    if (!(await lockRefill(dbTx, found.transferId))) return false;
    await keepSigned(dbTx, found, stored, now);
    const detail = { txid: found.txid };
    await deps.recordAudit(dbTx, { at: now, authority, action: 'cold:refill-submit', subject, reason, detail });
    return true;
  });
  if (!isOpen) return { refused: say.refillOver };
  const chain = await deps.nodes.open('BITCOIN');
  if (isClosed(chain)) return { done: say.nodeIsDown(subject, found.txid) };
  const result = await chain.broadcast({ txid: found.txid ?? '', bytes: stored }).catch((error: unknown) => {
    if (error instanceof ChainUnavailable || error instanceof WrongChain)
      return { accepted: false, reason: error.message };
    throw error;
  });
  return {
    done: result.accepted
      ? say.isBroadcast(subject, found.txid)
      : say.triedAgain(subject, found.txid, 'reason' in result ? result.reason : ''),
  };
}

/** Frees its inputs for another refill. Its file may be signed and sent all the same: it is watched until it cannot confirm. */
export async function cancelRefill(
  deps: RefillDeps,
  { authority, reason, now }: StaffInput,
  only: Only = null,
): Promise<ConsoleResult> {
  return deps.database.transaction(async (dbTx): Promise<ConsoleResult> => {
    const cancelled = await markRefillCancelled(dbTx, now, only);
    if (cancelled === null) return { refused: say.noneUnderWay };
    const { id, isSigned } = cancelled;
    await deps.reservations.release(dbTx, id);
    const subject = nameOf({ id });
    await deps.recordAudit(dbTx, { at: now, authority, action: 'cold:refill-cancel', subject, reason, detail: {} });
    return { done: say.isCancelled(subject, isSigned) };
  });
}
