import type { ChainAdapter } from '@lode/chain';
import { coldStorageSlice } from '../features/cold-storage/cold-storage.slice.ts';
import { coldTransferSigner } from '../platform/chains/cold-transfer-signer.ts';
import type { TestApp } from './app.ts';
import { needed } from './payout-deps.ts';
import type { RunningSigner } from './running-signer.ts';

/** One round of a worker of cold storage of its own that ends at a named point. */
export async function dyingColdRound(
  { app, signer, chain }: { app: TestApp; signer: RunningSigner; chain: ChainAdapter },
  point: string,
): Promise<boolean> {
  const { payouts, settings, withdrawals } = app.slices;
  const none = async () => {
    throw new Error('not here');
  };
  const log = () => undefined;
  const [tick] = coldStorageSlice({
    database: app.database,
    nodes: { open: async (network) => (network === chain.network ? chain : { closed: 'not here' }) },
    authorise: none,
    propose: none,
    recordAudit: none,
    needed: () => needed,
    settingsAt: settings.settingsAt,
    readWaiting: withdrawals.readUnsignedAmounts,
    reservations: payouts.coldReservations,
    findDifference: async () => null,
    reportRefused: async () => undefined,
    signer: coldTransferSigner(signer.client),
    log: { info: log, warn: log, error: log },
    failpoint(name) {
      if (name === point) throw new Error(`ended at ${point}`);
    },
  }).watchers;
  return tick === undefined
    ? false
    : tick(app.clock.now()).then(
        () => false,
        (error: Error) => {
          if (error.message !== `ended at ${point}`) throw error;
          return true;
        },
      );
}
