import { type BuildRefusal, type ChainAdapter, ChainUnavailable, hotAddress, type Unsigned } from '@lode/chain';
import { parseAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import { readNextNumber, readWallets } from './cold-wallet.repository.ts';
import { derivedOf } from './own-addresses.ts';
import { insertAttempt, insertTransfer, type Outputs, readOverflow } from './transfer.repository.ts';
import { hotBoundsAt, type TransferDeps } from './transfer-ports.ts';

/** After one that was given up: what the signer refuses now it refuses in a second, too. */
const pauseMs = 10 * 60_000;
/** The network may take a hundredth; where it asks for more, the coins lie well where they are. */
const largestFeePart = 100n;

/** Sends what the hot wallet has too much to the next cold address: built and reserved here, signed and sent by the round. */
export async function beginOverflow(deps: TransferDeps, chain: ChainAdapter, now: Date): Promise<void> {
  const { database, reservations } = deps;
  const bounds = await hotBoundsAt(deps, now);
  if (bounds === null) return;
  const [upper, target, perDay] = [bounds.upper, bounds.target, bounds.perDay].map((text) =>
    parseAmount(text, 'BTC'),
  ) as [bigint, bigint, bigint];
  const dayBegan = new Date(`${businessDate(now)}T00:00:00+08:00`);
  const { sent, mustWait } = await readOverflow(database, dayBegan, new Date(now.getTime() - pauseMs));
  if (mustWait) return;
  const outputs = await reservations.readSpendableOutputs(database, (branch, index) => chain.ownAddress(branch, index));
  const held = outputs.reduce((sum, output) => sum + output.amount, 0n);
  const free = held - ((await deps.readWaiting(database)).get('BTC') ?? 0n);
  if (free <= upper) return;
  const [surplus, left] = [free - target, perDay - sent];
  const amount = surplus < left ? surplus : left;
  if (amount < upper - target) return;
  const [wallet] = await readWallets(database, 'BITCOIN');
  if (!wallet) return deps.report({ event: 'cold.no-wallet', network: 'BITCOIN' });
  const difference = await deps.findDifference(database, 'BTC', now);
  if (difference !== null) return deps.report({ event: 'cold.waiting', reason: difference });

  const coldNumber = await readNextNumber(database, wallet.id);
  const { key: to } = derivedOf(chain, wallet.descriptor).at(coldNumber);
  const { height: sinceHeight } = await chain.tip();
  const built = await chain.build({
    to,
    coin: 'BTC',
    amount,
    source: { kind: 'OUTPUTS', outputs, change: hotAddress(chain) },
    rate: await chain.feeRate(),
    maxFee: amount / largestFeePart,
  });
  if (isRefused(built)) return deps.report({ event: 'cold.not-built', reason: built.refused });
  deps.failpoint('cold:before-built');
  await database
    .transaction(async (dbTx) => {
      const transferId = await insertTransfer(dbTx, { kind: 'OVERFLOW', walletId: wallet.id, coldNumber, amount, now });
      await reservations.reserve(dbTx, transferId, built.outpoints);
      await insertAttempt(dbTx, { transferId, attempt: 0, sinceHeight, ...storedOf(chain, built) }, now);
    })
    // Another process has begun it, or a payment has reserved an input: the next round plans anew.
    .catch((error: { code?: string }) => {
      if (error.code !== '23505') throw error;
    });
  deps.failpoint('cold:built');
}

export const isRefused = (built: Unsigned | BuildRefusal): built is BuildRefusal => 'refused' in built;

/** A transaction of the hot wallet, as it is stored. */
export function storedOf(
  chain: ChainAdapter,
  unsigned: Unsigned,
): { payload: string; outpoints: string[]; txid: string } & Outputs {
  const { payload, outpoints, change, amount } = unsigned;
  const txid = chain.txidOf?.(unsigned);
  if (txid === undefined) throw new ChainUnavailable('BITCOIN', 'refused', new Error('a chain without txids'));
  // One receiver and at most one change.
  const coldIndex = change === null ? 0 : 1 - change.index;
  const hotNumber = change?.owner.index ?? hotAddress(chain).index;
  const hot = { hotNumber, hotIndex: change?.index ?? null, hotAmount: change?.amount ?? null };
  return { payload, outpoints, txid, ...hot, coldIndex, coldAmount: amount };
}
