import { ChainUnavailable, type Network, WrongChain } from '@lode/chain';
import { SignerUnavailable } from '@lode/signing';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { broadcastPayment } from './broadcast/broadcast-payment.ts';
import type { BatchExclusions } from './build/batch-candidates.ts';
import { confirmPayment } from './confirm/confirm-payment.ts';
import { buildTurns, runInParallel } from './parallel.ts';
import { broadcastJob, screenJob, signJob } from './payout-jobs.ts';
import {
  AwaitingInput,
  type BuildTurns,
  HotWalletUnderfunded,
  type PayoutCoin,
  type PayoutDeps,
  type PayoutPhase,
  payoutCoins,
  RetryLater,
  type Screening,
} from './payout-ports.ts';
import { recheckAllAfterReorg } from './recovery/recheck-after-reorg.ts';
import { screenPayout } from './screening/screen-payout.ts';
import { signPayment } from './sign/sign-payment.ts';

/** A round knows the network of a payout before its handler begins. */
type PhaseHandler = (deps: PayoutDeps, id: bigint, now: Date, network?: Network) => Promise<void>;

/** Each may hold a database connection while it waits for the signer: with the jobs' four they leave some of the pool's 16. */
const payoutsAtOnce = 6;

/** Moves payouts on: a handler is safe to run twice, and to be killed anywhere. */
export function payoutProcessor(
  deps: PayoutDeps,
  screenings: readonly Screening[],
  clock: Clock,
  concurrency = payoutsAtOnce,
) {
  const screen: PhaseHandler = (given, id, now) => screenPayout(given, screenings, id, now);
  const turns = buildTurns();
  const alone: BatchExclusions = new Set();
  const sign: PhaseHandler = async (given, id, now, network) => {
    // Taken before anything is awaited: in a round the oldest payment is built first, and has the coins when they are short.
    let turn = network && turns(network);
    const first = turn;
    const take: BuildTurns = (of) => {
      const own = turn ?? turns(of);
      turn = undefined;
      return own;
    };
    try {
      await signPayment(given, { take, alone }, id, now);
    } finally {
      first?.end();
    }
  };
  const handlers: Record<PayoutPhase, PhaseHandler> = {
    APPROVED: screen,
    SCREENING: screen,
    SIGNING: sign,
    BROADCAST: confirmPayment,
  };
  const job =
    (handler: PhaseHandler): Job =>
    async (payload) => {
      const id = BigInt((payload as { id: string }).id);
      // A waiting payout is the next round's: the queue does not retry it.
      await handler(deps, id, clock.now()).catch((error: unknown) => {
        if (!isWaiting(error)) throw error;
        logWaiting(deps, error, id);
      });
    };
  return {
    jobs: { [screenJob]: job(screen), [signJob]: job(sign), [broadcastJob]: job(broadcastPayment) },
    /** One round over all payouts: follows what is broadcast, and retries what waits. */
    tick: (now: Date) => processAll(deps, handlers, concurrency, now),
  };
}

/** A dependency is down or an input is missing: the chain's node, the signer, an unblocked customer. */
function isWaiting(error: unknown): error is Error {
  return (
    error instanceof RetryLater ||
    error instanceof ChainUnavailable ||
    error instanceof WrongChain ||
    error instanceof SignerUnavailable
  );
}

function logWaiting({ monitor: { log } }: PayoutDeps, error: Error, id: bigint): void {
  const level = error instanceof AwaitingInput ? 'info' : 'error';
  log[level]({ event: 'payout.waiting', id, reason: error.message });
}

async function processAll(
  deps: PayoutDeps,
  handlers: Record<PayoutPhase, PhaseHandler>,
  concurrency: number,
  now: Date,
): Promise<void> {
  const { database, withdrawals, monitor } = deps;
  const failures: unknown[] = [];
  const shortages = new Map<PayoutCoin, string>();
  let after = 0n;
  for (;;) {
    const page = await withdrawals.readInPayout(database, after);
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.id;
    // Those to one address are screened one after another. All payments of ERC20 share the nonces of one account: in their order.
    const sequenceOf = ({ network, addressKey }: (typeof page)[number]) =>
      network === 'ERC20' ? network : `${network} ${addressKey}`;
    await runInParallel(page, { sequenceOf, concurrency }, async ({ id, phase, network }) => {
      const handler = (handlers as Record<string, PhaseHandler>)[phase];
      // One that fails holds up no other.
      await handler?.(deps, id, now, network).catch((error: unknown) => {
        if (!isWaiting(error)) failures.push(error);
        else if (error instanceof HotWalletUnderfunded) shortages.set(error.coin, error.message);
        else logWaiting(deps, error, id);
      });
    });
  }
  failures.push(
    ...(await recheckAllAfterReorg(deps, now, (error, id) => {
      if (!isWaiting(error)) return false;
      logWaiting(deps, error, id);
      return true;
    })),
  );
  for (const coin of payoutCoins) await monitor.reportShortage(coin, shortages.get(coin) ?? null, now);
  if (failures.length > 0) throw new AggregateError(failures, 'payouts failed');
}
