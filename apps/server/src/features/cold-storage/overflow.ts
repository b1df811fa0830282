import type { BuildRefusal, ChainAdapter, Unsigned } from '@lode/chain';
import { parseAmount } from '@lode/money';
import { businessDate } from '../../platform/clock/clock.ts';
import { isNextAddress, lockWallets, readNextNumber, readWallets } from './cold-wallet.repository.ts';
import { hotWalletOf } from './hot-wallets.ts';
import { derivedOf } from './own-addresses.ts';
import { insertAttempt, insertTransfer, readOverflow } from './transfer.repository.ts';
import { type TransferDeps, transferSettings } from './transfer-ports.ts';

/** After one that was given up: what the signer refuses now it refuses in a second, too. */
const pauseMs = 10 * 60_000;

/** Sends what the hot wallet has too much to the next cold address: built and reserved here, signed and sent by the round. */
export async function beginOverflow(deps: TransferDeps, chain: ChainAdapter, now: Date): Promise<void> {
  const { database } = deps;
  const { network } = chain;
  const hot = hotWalletOf({ network });
  const bounds = (await transferSettings(deps, now))[`hot.bounds.${hot.coin}`];
  if (bounds === null) return;
  const [upper, target, perDay] = [bounds.upper, bounds.target, bounds.perDay].map((text) =>
    parseAmount(text, hot.coin),
  ) as [bigint, bigint, bigint];
  const dayBegan = new Date(`${businessDate(now)}T00:00:00+08:00`);
  const pausedSince = new Date(now.getTime() - pauseMs);
  const { sent, mustWait } = await readOverflow(database, { network, dayBegan, pausedSince });
  if (mustWait) return;
  const { held, source } = await hot.read(deps, chain);
  const free = held - ((await deps.readWaiting(database)).get(hot.coin) ?? 0n);
  if (free <= upper) return;
  const [surplus, left] = [free - target, perDay - sent];
  const amount = surplus < left ? surplus : left;
  if (amount < upper - target) return;
  const [wallet] = await readWallets(database, network);
  if (!wallet) return deps.report({ event: 'cold.no-wallet', network });
  const difference = await deps.findDifference(database, hot.coin, now);
  if (difference !== null) return deps.report({ event: 'cold.waiting', network, reason: difference });

  const coldNumber = await readNextNumber(database, wallet);
  const { key: to } = derivedOf(chain, wallet.descriptor).at(coldNumber);
  const { height: sinceHeight } = await chain.tip();
  const rate = await chain.feeRate();
  const build = async (sum: bigint) =>
    chain.build({ to, coin: hot.coin, amount: sum, source, rate, maxFee: await hot.largestFee(deps, sum, now) });
  let built = await build(amount);
  // Change pays for a bump: without any it could only wait.
  if (source.kind === 'OUTPUTS' && !isRefused(built) && built.change === null)
    built = await build(amount - (await hot.largestFee(deps, amount, now)));
  if (isRefused(built)) return deps.report({ event: 'cold.not-built', network, reason: built.refused });
  const planned = built;
  deps.failpoint('cold:before-built');
  await database
    .transaction(async (dbTx) => {
      await lockWallets(dbTx);
      // Another wallet has taken its place, or another transfer the address: the next round plans anew.
      if (!(await isNextAddress(dbTx, wallet, coldNumber))) return;
      const overflow = { kind: 'OVERFLOW' as const, network, walletId: wallet.id, coldNumber };
      const transferId = await insertTransfer(dbTx, { ...overflow, amount: planned.amount, now });
      await hot.reserve(deps, dbTx, transferId, planned);
      await insertAttempt(dbTx, { transferId, attempt: 0, sinceHeight, ...hot.stored(chain, planned) }, now);
    })
    // Another process has begun it, or a payment has reserved an input or the nonce: the next round plans anew.
    .catch((error: { code?: string }) => {
      if (error.code !== '23505') throw error;
    });
  deps.failpoint('cold:built');
}

export const isRefused = (built: Unsigned | BuildRefusal): built is BuildRefusal => 'refused' in built;
