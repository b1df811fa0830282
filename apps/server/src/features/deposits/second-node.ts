import { type ChainAdapter, ChainUnavailable, type Network, type ScannedBlock } from '@lode/chain';
import { type ChainNodes, type Closed, isClosed } from '../../platform/chains/chain-nodes.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AlertPorts } from '../../platform/log/alerts.ts';
import { readUnchecked, type SecondNodeBound, type UncheckedDeposit } from './deposits.store.ts';

export interface SecondNodeDeps extends AlertPorts {
  database: Database;
  nodes: Pick<ChainNodes, 'openSecond'>;
  /** The demo takes the word of one node where it has no other. */
  isDemo: boolean;
}

const alertKind = 'second-node';

/**
 * Ids of large deposits that a second node has in the same block with the same receiver and amount: one node that lies, or is cut
 * off, credits nothing large. What it does not confirm waits, with an alert.
 */
export async function confirmBySecondNode(
  { database, nodes, isDemo, raiseAlert, resolveAlert, announceAlert }: SecondNodeDeps,
  network: Network,
  { from, depth }: SecondNodeBound,
  now: Date,
): Promise<{ bound: SecondNodeBound; confirmed: bigint[] }> {
  const chain = (await nodes.openSecond?.(network)) ?? null;
  const bound = { from: chain === null && isDemo ? null : from, depth };
  const deposits = bound.from === null ? [] : await readUnchecked(database, network, bound);
  const { confirmed, why } = deposits.length === 0 ? nothing : await ask(chain ?? notSet(network), deposits);
  if (why === null) {
    await resolveAlert(database, alertKind, network, now);
    return { bound, confirmed };
  }
  const waiting = deposits.filter(({ id }) => !confirmed.includes(id));
  const message = `${network}: ${waiting.length} large deposits wait, the first is ${waiting[0]?.id} of customer ${waiting[0]?.customerId}: ${why}`;
  const alert = { kind: alertKind, subject: network, message };
  if (await raiseAlert(database, alert, now)) announceAlert(alert);
  return { bound, confirmed };
}

const nothing = { confirmed: [], why: null };

const notSet = (network: Network): Closed => ({
  closed: `no second node is configured: ${network === 'BITCOIN' ? 'BITCOIN' : 'EVM'}_SECOND_RPC_URL`,
});

async function ask(
  chain: ChainAdapter | Closed,
  deposits: readonly UncheckedDeposit[],
): Promise<{ confirmed: bigint[]; why: string | null }> {
  if (isClosed(chain)) return { confirmed: [], why: chain.closed };
  const confirmed: bigint[] = [];
  let why: string | null = null;
  try {
    await chain.identify();
    for (const [height, group] of byHeight(deposits)) {
      const block = await scanFor(chain, height, group);
      const same = group.filter((deposit) => isIn(block, deposit));
      confirmed.push(...same.map(({ id }) => id));
      if (same.length < group.length)
        why ??= `the second node has other payments, or another block, at height ${height}`;
    }
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    why = error.message;
  }
  return { confirmed, why };
}

function byHeight(deposits: readonly UncheckedDeposit[]): Map<number, UncheckedDeposit[]> {
  const groups = new Map<number, UncheckedDeposit[]>();
  for (const deposit of deposits) groups.set(deposit.height, [...(groups.get(deposit.height) ?? []), deposit]);
  return groups;
}

function scanFor(chain: ChainAdapter, height: number, deposits: readonly UncheckedDeposit[]) {
  const keys = new Set(deposits.map(({ key }) => key));
  return chain.scan(height, { hasKey: (key) => keys.has(key), hasOutput: () => false });
}

function isIn(found: ScannedBlock | null, { blockHash, txid, index, key, coin, amount }: UncheckedDeposit): boolean {
  if (found?.block.hash !== blockHash) return false;
  return found.payments.some(
    (one) => one.txid === txid && one.index === index && one.key === key && one.coin === coin && one.amount === amount,
  );
}
