import type { ChainAdapter, Network, ScannedBlock } from '@lode/chain';
import type { ChainNodes } from '../../platform/chains/chain-nodes.ts';
import {
  askSecondNode,
  type SecondAnswer,
  secondNodeAlert,
  secondNodeSetting,
} from '../../platform/chains/second-node.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AlertPorts } from '../../platform/log/alerts.ts';
import { readUnchecked, type SecondNodeBound, type UncheckedDeposit } from './deposits.store.ts';

export interface SecondNodeDeps extends AlertPorts {
  database: Database;
  nodes: Pick<ChainNodes, 'openSecond'>;
  /** The demo takes the word of one node where it has no other. */
  isDemo: boolean;
}

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
  const deposits = await readUnchecked(database, network, { from, depth });
  const confirmed: bigint[] = [];
  const answer: SecondAnswer<string | null> =
    deposits.length === 0
      ? { says: null }
      : await askSecondNode(nodes, network, (second) => confirmAt(second, deposits, confirmed));
  const isEnough = answer === null && isDemo;
  const bound = { from: isEnough ? null : from, depth };
  const why = isEnough ? null : whyWaiting(answer, network);
  if (why === null) {
    await resolveAlert(database, secondNodeAlert, network, now);
    return { bound, confirmed };
  }
  const waiting = deposits.filter(({ id }) => !confirmed.includes(id));
  const message = `${network}: ${waiting.length} large deposits wait, the first is ${waiting[0]?.id} of customer ${waiting[0]?.customerId}: ${why}`;
  const alert = { kind: secondNodeAlert, subject: network, message };
  if (await raiseAlert(database, alert, now)) announceAlert(alert);
  return { bound, confirmed };
}

function whyWaiting(answer: SecondAnswer<string | null>, network: Network): string | null {
  if (answer === null) return `no second node is configured: ${secondNodeSetting(network)}`;
  return 'down' in answer ? answer.down : answer.says;
}

/** Adds to `confirmed` what it has, also where it fails half-way; answers why others wait. */
async function confirmAt(
  second: ChainAdapter,
  deposits: readonly UncheckedDeposit[],
  confirmed: bigint[],
): Promise<string | null> {
  let why: string | null = null;
  for (const [height, group] of byHeight(deposits)) {
    const block = await scanFor(second, height, group);
    const same = group.filter((deposit) => isIn(block, deposit));
    confirmed.push(...same.map(({ id }) => id));
    if (same.length < group.length) why ??= `the second node has other payments, or another block, at height ${height}`;
  }
  return why;
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
