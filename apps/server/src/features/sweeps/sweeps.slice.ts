import { ChainUnavailable, WrongChain } from '@lode/chain';
import { SignerUnavailable } from '@lode/signing';
import type { DbTx } from '../../platform/db/database.ts';
import type { Tick } from '../../platform/jobs/ticking.ts';
import { checkGas } from './check-gas.ts';
import { followSweep } from './follow-sweep.ts';
import { type HotWalletDeps, hotWalletCommand } from './hot-wallet.command.ts';
import { beginSweeps } from './plan-sweeps.ts';
import type { SweepDeps } from './sweep-ports.ts';
import { readOpen, sentPayment } from './sweeps.store.ts';

export type OwnMovePort = SweepDeps['sign'];

export interface SweepsDeps extends Omit<SweepDeps, 'sign' | 'reach'>, Pick<HotWalletDeps, 'readWaiting' | 'nodes'> {
  /** Null: nobody is there who signs, and everything stays where it is. */
  sign: OwnMovePort | null;
  reach?(point: string): void;
}

export function sweepsSlice({ sign, reach = () => undefined, ...given }: SweepsDeps) {
  const told = new Set<string>();
  // What is seen again every few seconds is told once.
  const alarm = (words: string): void => {
    if (!told.has(words)) given.alarm(words);
    told.add(words);
  };
  return {
    /** Goes on with what is under way, and begins what is worth it. */
    watchers: sign === null ? [] : [sweepRound({ ...given, sign, reach, alarm })],
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
    try {
      await chain.identify();
      for (const sweep of await readOpen(deps.database)) await followSweep(deps, chain, sweep, now);
      await beginSweeps(deps, chain, now);
    } catch (error) {
      const isAway =
        error instanceof ChainUnavailable || error instanceof WrongChain || error instanceof SignerUnavailable;
      if (!isAway) throw error;
      deps.alarm(`nothing is swept: ${error.message}`);
    }
  };
}
