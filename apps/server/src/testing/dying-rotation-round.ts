import { coldStorageSlice } from '../features/cold-storage/cold-storage.slice.ts';
import { sweepsSlice } from '../features/sweeps/sweeps.slice.ts';
import type { ChainNodes } from '../platform/chains/chain-nodes.ts';
import { coldTransferSigner } from '../platform/chains/cold-transfer-signer.ts';
import { internalTransferSigner } from '../platform/chains/internal-transfer-signer.ts';
import type { TestApp } from './app.ts';
import { needed } from './payout-deps.ts';
import type { RunningSigner } from './running-signer.ts';

/** A round of all that moves coins within the house, by a worker that ends at a named point: whether it got there. */
export async function dyingRotationRound(
  { app, nodes, signer }: { app: TestApp; nodes: ChainNodes; signer: RunningSigner },
  point: string,
): Promise<boolean> {
  const silent = () => undefined;
  const none = async () => {
    throw new Error('not here');
  };
  const given = {
    database: app.database,
    nodes,
    openChain: nodes.open,
    needed: () => needed,
    settingsAt: app.slices.settings.settingsAt,
    readWaiting: app.slices.withdrawals.readUnsignedAmounts,
    reservations: app.slices.payouts.coldReservations,
    reportShortage: async () => undefined,
    findDifference: async () => null,
    reportRefused: async () => undefined,
    authorise: none,
    propose: none,
    recordAudit: none,
    log: { info: silent, warn: silent, error: silent },
    failpoint(name: string) {
      if (name === point) throw new Error(`ended at ${point}`);
    },
  };
  const cold = coldStorageSlice({ ...given, signer: coldTransferSigner(signer.client) }).watchers;
  const sweeps = sweepsSlice({ ...given, sign: internalTransferSigner(signer.client) }).watchers;
  const ticks = [...(point.startsWith('sweep:') ? [] : cold), ...(point.startsWith('cold:') ? [] : sweeps)];
  let hasEnded = false;
  for (const tick of ticks)
    await tick(app.clock.now()).catch((error: Error) => {
      const all = error instanceof AggregateError ? (error.errors as Error[]) : [error];
      hasEnded ||= all.some(({ message }) => message === `ended at ${point}`);
      if (!hasEnded) throw error;
    });
  return hasEnded;
}
