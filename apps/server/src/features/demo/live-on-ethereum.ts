import { payoutPhases } from '@lode/contract/record-states';
import type { Tick } from '../../platform/jobs/ticking.ts';
import { type UsdtDeposit, type UsdtWithdrawal, usdtDeposits, usdtWithdrawals } from './demo-usdt.ts';

/** The demo's own Ethereum node; deposits and withdrawals of one customer only as any customer and any staff can make them. */
export interface EthereumPorts {
  /** Null while the demo's own node is not there, or is not the demo's. */
  readonly node: () => Promise<{ readonly pay: (address: string, microUsdt: bigint) => Promise<unknown> } | null>;
  /** Null while the chain is not followed yet: an earlier payment would not be credited. */
  readonly address: (now: Date) => Promise<string | null>;
  readonly deposits: () => Promise<{ microUsdt: bigint; status: string }[]>;
  readonly withdrawal: (name: string) => Promise<{ id: bigint; phase: string } | null>;
  readonly apply: (input: UsdtWithdrawal, now: Date) => Promise<void>;
  /** Proposed by one and approved by the other, both with their signatures; it may be too early, and is asked again. */
  readonly approve: (id: bigint, now: Date) => Promise<unknown>;
  /** As a customer who follows what happens, and has not seen the last of it. */
  readonly readMessages: () => Promise<void>;
}

/**
 * Brings the demo's USDT to its stages once its node is there, a bit at each look. No payment is held back as on Bitcoin: the
 * nonces of an account go one after the other, and one that is held would hold up every later payment of the house.
 */
export function liveOnEthereum(ports: EthereumPorts): Tick {
  const sent = new Set<bigint>();

  /** True when every deposit that is to be credited is. */
  async function deposit(address: string): Promise<boolean> {
    const node = await ports.node();
    const found = await ports.deposits();
    const stands = ({ microUsdt }: UsdtDeposit, status?: string) =>
      found.some((one) => one.microUsdt === microUsdt && (status ? one.status === status : one.status !== 'ORPHANED'));
    const pay = async ({ microUsdt }: UsdtDeposit) => {
      if (sent.has(microUsdt)) return;
      await node?.pay(address, microUsdt);
      sent.add(microUsdt);
    };
    const usual = usdtDeposits.filter(({ stage }) => stage === 'CREDITED');
    for (const input of usual) if (!stands(input)) await pay(input);
    if (!usual.every((input) => stands(input, 'CREDITED'))) return false;
    // With another deposit beside it, it would be credited.
    for (const input of usdtDeposits) if (!stands(input)) await pay(input);
    return true;
  }

  /** True when it has gone as far as it goes. */
  async function bringOn(input: UsdtWithdrawal, now: Date): Promise<boolean> {
    const found = await ports.withdrawal(input.name);
    if (found === null) await ports.apply(input, now);
    if (found?.phase === 'AWAITING_APPROVAL' && !input.isLeft) await ports.approve(found.id, now);
    return found !== null && isAtRest(input, found.phase);
  }

  return async (now) => {
    if ((await ports.node()) === null) return;
    const address = await ports.address(now);
    if (address === null || !(await deposit(address))) return;
    let areAtRest = true;
    for (const input of usdtWithdrawals.filter(({ comesLast }) => !comesLast)) {
      if (!(await bringOn(input, now))) areAtRest = false;
    }
    if (!areAtRest) await ports.readMessages();
    else for (const input of usdtWithdrawals.filter(({ comesLast }) => comesLast)) await bringOn(input, now);
  };
}

/** Where a withdrawal stays until a person outside the demo acts. */
function isAtRest({ to, isLeft }: UsdtWithdrawal, phase: string): boolean {
  if (phase === 'AWAITING_APPROVAL') return isLeft === true;
  if (to === 'unanswered' && phase === 'SCREENING') return true;
  return !payoutPhases.some((one) => one === phase);
}
