import { internalTransferSigner } from '../../../platform/chains/internal-transfer-signer.ts';
import type { startEvmWorld } from '../../../testing/evm-fixture.ts';
import { type SweepsDeps, sweepsSlice } from '../sweeps.slice.ts';

export type SweepWorld = Awaited<ReturnType<typeof startEvmWorld>>;

/** A sweeper as the worker has one; what a test gives is broken on purpose. */
export function sweeperOf({ app, nodes, signer }: SweepWorld, broken: Partial<SweepsDeps> & Pick<SweepsDeps, 'log'>) {
  const [tick] = sweepsSlice({
    database: app.database,
    nodes,
    openChain: nodes.open,
    needed: nodes.confirmations,
    settingsAt: app.slices.settings.settingsAt,
    readWaiting: app.slices.withdrawals.readUnsignedAmounts,
    reportShortage: async () => undefined,
    sign: internalTransferSigner(signer.client),
    ...broken,
  }).watchers;
  if (!tick) throw new Error('no sweeper');
  return () => tick(app.clock.now());
}

export async function stepsOf({ app }: SweepWorld): Promise<string[]> {
  const { rows } = await app.owner.query<{ step: string }>({
    text: `select kind || ' ' || coalesce(is_paid::text, 'open') as step from sweep order by id`,
  });
  return rows.map(({ step }) => step);
}
