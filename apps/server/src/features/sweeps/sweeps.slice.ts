import type { ChainAdapter } from '@lode/chain';
import { SignerUnavailable } from '@lode/signing';
import type { DbTx } from '../../platform/db/database.ts';
import type { Tick } from '../../platform/jobs/ticking.ts';
import { toldPerTrouble } from '../../platform/jobs/told-per-trouble.ts';
import { checkGas } from './check-gas.ts';
import { followSweep } from './follow-sweep.ts';
import { type HotWalletDeps, hotWalletCommand } from './hot-wallet.command.ts';
import { beginSweeps } from './plan-sweeps.ts';
import type { SweepDeps } from './sweep-ports.ts';
import { readOpen, sentPayment } from './sweeps.store.ts';
import { isAway, troublesOf } from './troubles.ts';

export type OwnMovePort = SweepDeps['sign'];

export interface SweepsDeps extends Omit<SweepDeps, 'sign' | 'reach'>, Pick<HotWalletDeps, 'readWaiting' | 'nodes'> {
  /** Null: nobody is there who signs, and everything stays where it is. */
  sign: OwnMovePort | null;
  reach?(point: string): void;
}

export function sweepsSlice({ sign, reach = () => undefined, ...given }: SweepsDeps) {
  const told = toldPerTrouble(given.alarm);
  return {
    /** Goes on with what is under way, and begins what is worth it. */
    watchers: sign === null ? [] : [told.rounds(sweepRound({ ...given, sign, reach, alarm: told.alarm }))],
    opsCommands: { 'hot-wallet': hotWalletCommand(given) },
    bookChecks: [checkGas],
    /** Signed moves that the books do not have yet: any of them may be in a block, and costs its gas. */
    async readUnsettled(dbTx: DbTx) {
      const attempts = (await readOpen(dbTx)).flatMap((sweep) => sweep.attempts);
      return attempts.filter(({ txid }) => txid !== null).map(sentPayment);
    },
  };
}

function sweepRound(deps: SweepDeps): Tick {
  return async (now) => {
    const chain = await deps.openChain('ERC20');
    if ('closed' in chain) return;
    const troubles = await troublesOf(async () => {
      await chain.identify();
      await lookAtAll(deps, chain, now);
    });
    for (const trouble of troubles.filter(isAway)) deps.alarm(`sweeps wait: ${trouble.message}`);
    const failures = troubles.filter((trouble) => !isAway(trouble));
    if (failures.length > 0) throw new AggregateError(failures, 'sweeps could not be looked at');
  };
}

async function lookAtAll(deps: SweepDeps, chain: ChainAdapter, now: Date): Promise<void> {
  const troubles: unknown[] = [];
  for (const sweep of await readOpen(deps.database))
    troubles.push(...(await troublesOf(() => followSweep(deps, chain, sweep, now))));
  // What nobody can sign now would only keep its nonce.
  const isSignerAway = troubles.some((trouble) => trouble instanceof SignerUnavailable);
  if (!isSignerAway) troubles.push(...(await troublesOf(() => beginSweeps(deps, chain, now))));
  if (troubles.length > 0) throw new AggregateError(troubles, 'sweeps could not be looked at');
}
