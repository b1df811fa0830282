import { type BuildRefusal, type ChainAdapter, hotAddress, type OwnOutput, type Unsigned } from '@lode/chain';
import { hotWalletOf } from './hot-wallets.ts';
import { isRefused } from './overflow.ts';
import { insertAttempt, insertTransfer, wasRefusedSince } from './transfer.repository.ts';
import type { TransferDeps } from './transfer-ports.ts';

/** Inputs of one transaction at most: the signer takes no larger ones. */
const inputsAtOnce = 200;
/** Transactions that one round begins with. */
const most = 5;
/** After a move that the signer refused: what it refuses now it refuses in a second, too, and each refusal is a line of its journal. */
const pauseMs = 10 * 60_000;
/** What is moved of the sum: the rest pays the fee and its bumps, and comes along as change. Small sums leave more for the fee. */
const percents = [98n, 80n, 50n];

/**
 * Moves what lies at addresses of earlier generations of the seed to the hot wallet of the current one, also what comes there late. Built
 * and reserved here, signed and sent by the round like transfers into cold storage.
 */
export async function beginRotation(deps: TransferDeps, chain: ChainAdapter, now: Date): Promise<void> {
  const { database, reservations } = deps;
  const { network } = chain;
  if (!chain.generation) return;
  const hot = hotAddress(chain);
  const ownerOf = (branch: 'customer' | 'house', index: number) => chain.ownAddress(branch, index);
  const outputs = await reservations.readEarlierOutputs(database, hot.index, ownerOf);
  if (outputs.length === 0) return;
  if (await wasRefusedSince(database, new Date(now.getTime() - pauseMs))) return;
  const difference = await deps.findDifference(database, 'BTC', now);
  if (difference !== null) return deps.report({ event: 'rotation.waiting', reason: difference });
  const { height: sinceHeight } = await chain.tip();
  for (let at = 0; at < Math.min(outputs.length, most * inputsAtOnce); at += inputsAtOnce) {
    const built = await buildMove(chain, outputs.slice(at, at + inputsAtOnce));
    // Sums below their own fee stay until fees fall.
    if (isRefused(built)) {
      deps.report({ event: 'rotation.not-built', reason: built.refused });
      continue;
    }
    deps.failpoint('rotation:before-built');
    await database
      .transaction(async (dbTx) => {
        const { amount } = built;
        const transferId = await insertTransfer(dbTx, {
          kind: 'ROTATION',
          network,
          walletId: null,
          coldNumber: null,
          amount,
          now,
        });
        await reservations.reserve(dbTx, transferId, built.outpoints);
        await insertAttempt(
          dbTx,
          { transferId, attempt: 0, sinceHeight, ...hotWalletOf(chain).stored(chain, built) },
          now,
        );
      })
      // A payment has reserved an input meanwhile: the next round plans anew.
      .catch((error: { code?: string }) => {
        if (error.code !== '23505') throw error;
      });
    deps.failpoint('rotation:built');
  }
}

async function buildMove(chain: ChainAdapter, outputs: readonly OwnOutput[]): Promise<Unsigned | BuildRefusal> {
  const hot = hotAddress(chain);
  const held = outputs.reduce((sum, output) => sum + output.amount, 0n);
  const rate = await chain.feeRate();
  let built: Unsigned | BuildRefusal = { refused: 'NOT_ENOUGH' };
  for (const percent of percents) {
    const amount = (held * percent) / 100n;
    const source = { kind: 'OUTPUTS' as const, outputs: [], required: outputs, change: hot };
    built = await chain.build({ to: hot.key, coin: 'BTC', amount, source, rate });
    if (!isRefused(built)) return built;
  }
  return built;
}
