import type { ChainAdapter, Network } from '@lode/chain';
import { SignerUnavailable } from '@lode/signing';
import type { Queryable } from '../../platform/db/database.ts';
import { logDeduplicator } from '../../platform/jobs/log-deduplicator.ts';
import type { Tick } from '../../platform/jobs/ticking.ts';
import type { EventLog, LogEvent } from '../../platform/log/event-log.ts';
import { checkGas } from './check-gas.ts';
import { failuresOf, isUnavailable } from './failures.ts';
import { followSweep } from './follow-sweep.ts';
import { type HotWalletDeps, hotWalletCommand } from './hot-wallet.command.ts';
import { beginSweeps } from './plan-sweeps.ts';
import { beginRotation } from './rotate.ts';
import type { SweepDeps } from './sweep-ports.ts';
import { readOpen, sentPayment } from './sweeps.store.ts';

export type OwnMovePort = SweepDeps['sign'];

export interface SweepsDeps
  extends Omit<SweepDeps, 'sign' | 'report' | 'failpoint'>,
    Pick<HotWalletDeps, 'readWaiting' | 'nodes'> {
  log: EventLog;
  /** Null: there is no signer, and nothing moves. */
  sign: OwnMovePort | null;
  readonly failpoint?: (point: string) => void;
}

export function sweepsSlice({ sign, failpoint = () => undefined, log, ...given }: SweepsDeps) {
  const deduplicator = logDeduplicator((event: LogEvent) => log.error(event));
  return {
    /** Goes on with what is under way, and begins what is worth it. */
    watchers:
      sign === null
        ? []
        : [deduplicator.rounds(sweepRound({ ...given, sign, failpoint, report: deduplicator.report }))],
    opsCommands: { 'hot-wallet': hotWalletCommand(given) },
    bookChecks: [checkGas],
    /** Signed moves that the books do not have yet: any of them may be in a block, and costs its gas. */
    async readUnposted(db: Queryable, network: Network) {
      if (network !== 'ERC20') return [];
      const attempts = (await readOpen(db)).flatMap((sweep) => sweep.attempts);
      return attempts.filter(({ txid }) => txid !== null).map(sentPayment);
    },
  };
}

function sweepRound(deps: SweepDeps): Tick {
  return async (now) => {
    const chain = await deps.openChain('ERC20');
    if ('closed' in chain) return;
    const failures = await failuresOf(async () => {
      await chain.identify();
      await lookAtAll(deps, chain, now);
    });
    for (const { message } of failures.filter(isUnavailable)) deps.report({ event: 'sweep.waiting', reason: message });
    const errors = failures.filter((failure) => !isUnavailable(failure));
    if (errors.length > 0) throw new AggregateError(errors, 'sweeps could not be looked at');
  };
}

async function lookAtAll(deps: SweepDeps, chain: ChainAdapter, now: Date): Promise<void> {
  const failures: unknown[] = [];
  for (const sweep of await readOpen(deps.database))
    failures.push(...(await failuresOf(() => followSweep(deps, chain, sweep, now))));
  // A sweep that cannot be signed now would only keep its nonce.
  const isSignerDown = failures.some((failure) => failure instanceof SignerUnavailable);
  if (!isSignerDown) {
    failures.push(...(await failuresOf(() => beginRotation(deps, chain, now))));
    failures.push(...(await failuresOf(() => beginSweeps(deps, chain, now))));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'sweeps could not be looked at');
}
