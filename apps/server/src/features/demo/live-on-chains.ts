import type { DepositStatus } from '@lode/contract/record-states';
import type { Tick } from '../../platform/jobs/ticking.ts';
import {
  type DemoDeposit,
  type DemoWithdrawal,
  demoDeposits,
  demoReward,
  type LiveWithdrawal,
  liveWithdrawals,
} from './demo-withdrawals.ts';

interface FoundDeposit {
  satoshi: bigint;
  status: DepositStatus;
  txid: string;
}

interface FoundWithdrawal {
  id: bigint;
  phase: string;
  txid: string | null;
}

/** The demo's own Bitcoin node; deposits and withdrawals only as any customer and any staff can make them. */
export interface ChainPorts {
  /** Null while the demo's own node is not followed yet, or is not the demo's. */
  readonly node: () => Promise<DemoMiner | null>;
  /** Null where there is no such customer. */
  readonly deposits: (account: string) => Promise<FoundDeposit[] | null>;
  readonly addressOf: (account: string, now: Date) => Promise<{ address: string; script: string } | null>;
  readonly withdrawal: (account: string, name: string) => Promise<FoundWithdrawal | null>;
  readonly apply: (input: DemoWithdrawal, now: Date) => Promise<void>;
  readonly takeOffline: (id: bigint, now: Date) => Promise<void>;
  /** Proposed by one and approved by the other, both with their signatures; why not yet, or null. */
  readonly approve: (id: bigint, now: Date) => Promise<string | null>;
  /** As customers who follow what happens, and have not seen the last of it. */
  readonly readMessages: () => Promise<void>;
  readonly pause: () => Promise<void>;
}

interface DemoMiner {
  readonly pay: (address: string, satoshi: bigint) => Promise<string>;
  readonly mine: (blocks: number) => Promise<void>;
  readonly excludeFromBlocks: (txid: string) => Promise<boolean>;
  readonly doubleSpend: (txid: string) => Promise<boolean>;
  readonly mineTo: (script: string, satoshi: bigint) => Promise<void>;
}

/** Blocks that are mined ahead of their time at one start, so that the demo is complete at once. */
const mostBlocksAhead = 30;
const confirmations = 3;
/** Looks for the bytes of a payment that is about to go out. */
const mostLooks = 100;

/**
 * Brings the demo's deposits and withdrawals to their stages once its node is there, a bit at each look, and again after each
 * start what a start has lost. All that a stage needs is looked at, a process remembers only its own actions.
 */
export function liveOnChains(ports: ChainPorts): Tick {
  const sent = new Set<string>();
  const held = new Set<string>();
  let blocksAhead = 0;

  async function hurry(node: DemoMiner): Promise<void> {
    if (blocksAhead >= mostBlocksAhead) return;
    blocksAhead += confirmations;
    await node.mine(confirmations);
  }

  async function excludeFromBlocks(node: DemoMiner, txid: string): Promise<boolean> {
    if (!held.has(txid) && (await node.excludeFromBlocks(txid))) held.add(txid);
    return held.has(txid);
  }

  /** True when every deposit that is to be credited is. */
  async function deposit(node: DemoMiner, found: Found, now: Date): Promise<boolean> {
    const missing = demoDeposits.filter((input) => !found.of(input) && !sent.has(nameOf(input)));
    const usual = missing.filter(({ stage }) => stage === 'CREDITED');
    if (usual.length > 0) {
      for (const input of usual) await pay(node, input, now);
      await hurry(node);
      return false;
    }
    const isCredited = demoDeposits.every(
      (input) => input.stage !== 'CREDITED' || found.of(input)?.status === 'CREDITED',
    );
    if (!isCredited) return false;
    for (const input of missing) {
      const txid = await pay(node, input, now);
      if (input.stage === 'BELOW_MINIMUM') await hurry(node);
      else await excludeFromBlocks(node, txid);
    }
    for (const input of demoDeposits) {
      const one = found.of(input);
      if (one?.status !== 'SEEN') continue;
      if (input.stage === 'SEEN') await excludeFromBlocks(node, one.txid);
      // Its sender takes it back: the watcher finds it nowhere any more.
      if (input.stage === 'ORPHANED') await node.doubleSpend(one.txid);
    }
    return true;
  }

  async function pay(node: DemoMiner, input: DemoDeposit, now: Date): Promise<string> {
    const place = await ports.addressOf(input.account, now);
    if (place === null) throw new Error(`${input.account} has no address`);
    const txid = await node.pay(place.address, input.satoshi);
    sent.add(nameOf(input));
    return txid;
  }

  async function reward(node: DemoMiner, found: Found, now: Date): Promise<void> {
    const { account, satoshi } = demoReward;
    const isThere = found.all(account).some(({ status }) => status === 'CONFIRMING');
    const place = isThere || sent.has(rewardName(found)) ? null : await ports.addressOf(account, now);
    if (place === null) return;
    await node.mineTo(place.script, satoshi);
    sent.add(rewardName(found));
  }

  /** One reward after the other: of each there is a row before the next is mined. */
  function rewardName(found: Found): string {
    return `reward ${found.all(demoReward.account).filter(({ satoshi }) => satoshi === demoReward.satoshi).length}`;
  }

  /** True when it has gone as far as it goes. */
  async function bringOn(node: DemoMiner, input: LiveWithdrawal, now: Date): Promise<boolean> {
    const found = await ports.withdrawal(input.account, input.name);
    if (found === null) {
      await ports.apply(input, now);
      return false;
    }
    const { id, phase, txid } = found;
    if (phase === 'AWAITING_APPROVAL') {
      if (input.isOffline) await ports.takeOffline(id, now);
      if ((await ports.approve(id, now)) === null && input.isHeld) await holdPayment(node, input);
      return false;
    }
    if (phase === 'BROADCAST' && input.isHeld && txid !== null) await excludeFromBlocks(node, txid);
    return phase === 'BROADCAST' ? input.isHeld === true : isAtRest(input, phase);
  }

  /** Before the next block is mined: it is out a moment after the approval. */
  async function holdPayment(node: DemoMiner, { account, name }: LiveWithdrawal): Promise<void> {
    for (let look = 0; look < mostLooks; look += 1) {
      const found = await ports.withdrawal(account, name);
      if (found?.txid && (await excludeFromBlocks(node, found.txid))) return;
      await ports.pause();
    }
  }

  return async (now) => {
    const node = await ports.node();
    if (node === null) return;
    const found = await findDeposits(ports);
    // Not before the chain is followed: an earlier payment would not be credited.
    if (found === null || (await ports.addressOf(demoReward.account, now)) === null) return;
    if (!(await deposit(node, found, now))) return;
    const first = await bringAll(liveWithdrawals.filter(({ comesLast }) => !comesLast));
    if (first) await bringAll(liveWithdrawals.filter(({ comesLast }) => comesLast));
    else {
      await ports.readMessages();
      if (await areOut(ports)) await hurry(node);
    }
    await reward(node, found, now);

    async function bringAll(inputs: readonly LiveWithdrawal[]): Promise<boolean> {
      let areAtRest = true;
      for (const input of inputs) if (!(await bringOn(node as DemoMiner, input, now))) areAtRest = false;
      return areAtRest;
    }
  };
}

/** Where a withdrawal stays until something outside the demo acts. */
function isAtRest({ to, isOffline }: LiveWithdrawal, phase: string): boolean {
  if (phase === 'PAID' || phase === 'FAILED') return true;
  if (to === 'unanswered') return phase === 'SCREENING';
  return isOffline === true && phase === 'SIGNING';
}

async function areOut(ports: ChainPorts): Promise<boolean> {
  const paid = liveWithdrawals.filter(({ isHeld, to, isOffline }) => !isHeld && !isOffline && to !== 'unanswered');
  const states = await Promise.all(paid.map(({ account, name }) => ports.withdrawal(account, name)));
  return states.some((state) => state?.phase === 'BROADCAST');
}

const nameOf = ({ account, satoshi }: DemoDeposit): string => `${account} ${satoshi}`;

interface Found {
  readonly all: (account: string) => FoundDeposit[];
  readonly of: (input: DemoDeposit) => FoundDeposit | undefined;
}

async function findDeposits(ports: ChainPorts): Promise<Found | null> {
  const accounts = [...new Set(demoDeposits.map(({ account }) => account))];
  const rows = new Map<string, FoundDeposit[]>();
  for (const account of accounts) {
    const deposits = await ports.deposits(account);
    if (deposits === null) return null;
    rows.set(account, deposits);
  }
  const all = (account: string) => rows.get(account) ?? [];
  return { all, of: (input) => all(input.account).find(({ satoshi }) => satoshi === input.satoshi) };
}
