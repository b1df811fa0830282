import { setTimeout as pause } from 'node:timers/promises';
import { ChainUnavailable } from '@lode/chain';
import { type BitcoinDevNode, bitcoinAddress, bitcoinDevNode, checkBitcoinAddress } from '@lode/chain-bitcoin';
import { evmFaucet } from '@lode/chain-evm';
import { inputHash } from '@lode/ledger';
import type { Slices } from './composition/slices.ts';
import type { DemoPorts } from './features/demo/demo-ports.ts';
import { usdtCustomer, usdtDestinations } from './features/demo/demo-usdt.ts';
import { type DemoWithdrawal, demoDestinations, liveReasons } from './features/demo/demo-withdrawals.ts';
import { type ChainPorts, liveOnChains } from './features/demo/live-on-chains.ts';
import { type EthereumPorts, liveOnEthereum } from './features/demo/live-on-ethereum.ts';
import type { ChainNodes } from './platform/chains/chain-nodes.ts';
import type { Database } from './platform/db/database.ts';
import { isRefusal } from './platform/http/refusal.ts';
import type { Tick } from './platform/jobs/ticking.ts';
import { claimRequest, findRequest, keepAnswer } from './platform/money-call/money-request.store.ts';
import { englishOf } from './platform/sentence.ts';
import { moneyRoles, type StaffRole } from './platform/staff/authority.ts';

/** What happens on chains: the demo's customers have seen all but the newest. */
const chainKinds = ['DEPOSIT', 'WITHDRAWAL'] as const;
/** The demo's own node; only there the demo mines. */
const ownChain = 'regtest';
/** As mainnet writes it: every test network takes it for the same script, whichever the demo was given. */
const textOf = (script: string): string => bitcoinAddress(script, 'main');
const requestOf = (customerId: bigint, name: string) => ({
  customerId,
  call: 'withdrawApply',
  requestId: `demo withdraw ${name}`,
});

type Using = Pick<Slices, 'identity' | 'staff' | 'withdrawals' | 'payouts' | 'deposits' | 'inbox'>;

/** The withdrawals of the demo's customers, by the use cases of the slices. */
function demoWithdrawals(database: Database, { identity, staff, withdrawals }: Using) {
  const { staffActions } = withdrawals;

  async function customerNamed(account: string): Promise<bigint> {
    const id = await identity.findCustomerId(database, account);
    if (id === null) throw new Error(`there is no customer ${account}`);
    return id;
  }

  const submitted = ({ to, ...input }: DemoWithdrawal, now: Date) =>
    submittedOn({ ...input, coin: 'BTC', network: 'BITCOIN', address: textOf(demoDestinations[to]) }, now);

  /** Submitted once: the same request again finds it. */
  async function submittedOn({ account, name, amount, ...where }: ChainWithdrawal, now: Date): Promise<bigint> {
    const customerId = await customerNamed(account);
    const request = requestOf(customerId, name);
    const destination = await staffActions.readDestination(where);
    return database.transaction(async (dbTx) => {
      if (!(await claimRequest(dbTx, request, inputHash(request.requestId), now))) return idOf(customerId, name);
      const key = `${customerId} ${request.requestId}`;
      const id = await staffActions.submitTrusted(dbTx, {
        destination,
        amount,
        customerId,
        deviceId: null,
        confirm: true,
        key,
        now,
      });
      if (isRefusal(id)) throw new Error(`${account} could not withdraw ${name}: ${id.envelope.message}`);
      await keepAnswer(dbTx, request, { id: String(id) });
      return id;
    });
  }

  async function idOf(customerId: bigint, name: string): Promise<bigint> {
    const done = await findRequest(database, requestOf(customerId, name));
    if (done === null) throw new Error(`the response to request ${name} is missing`);
    return BigInt((done.answer as { id: string }).id);
  }

  async function command(by: { name: string; role: StaffRole }, reason: string, now: Date) {
    const authority = await staff.authorise({ by: [by.role] }, { by: by.name });
    if ('refusal' in authority) throw new Error(authority.refusal);
    return { authority, reason, now };
  }

  async function found(account: string, name: string) {
    const customerId = await identity.findCustomerId(database, account);
    const done = customerId === null ? null : await findRequest(database, requestOf(customerId, name));
    if (customerId === null || done === null) return null;
    return staffActions.find(database, customerId, BigInt((done.answer as { id: string }).id));
  }

  async function approved(id: bigint, now: Date): Promise<string | null> {
    // One that was proposed before a start is approved after it.
    await staffActions.propose({ ...(await command(finance, liveReasons.propose, now)), id });
    const result = await staffActions.approve({ ...(await command(approver, liveReasons.approve, now)), id });
    return 'refused' in result ? englishOf(result.refused) : null;
  }

  return { customerNamed, submitted, submittedOn, command, found, approved };
}

interface ChainWithdrawal extends Pick<DemoWithdrawal, 'account' | 'name' | 'amount'> {
  coin: 'BTC' | 'USDT';
  network: 'BITCOIN' | 'ERC20';
  address: string;
}

const finance = { name: 'finance', role: 'FINANCE' } as const;
const approver = { name: 'approver', role: 'APPROVER' } as const;

/** What became of withdrawals without any chain, and the addresses of the demo. */
export function pastWithdrawalPorts(
  database: Database,
  slices: Using,
): Pick<DemoPorts, 'knowAddress' | 'denyAddress' | 'withdraw'> {
  const { customerNamed, submitted, command } = demoWithdrawals(database, slices);
  const { staffActions } = slices.withdrawals;
  return {
    async knowAddress({ account, addressKey, label }, now) {
      const entry = { network: 'BITCOIN', address: textOf(addressKey), label } as const;
      const customerId = await customerNamed(account);
      await database.transaction((dbTx) => staffActions.addAddress(dbTx, customerId, entry, now));
    },
    async denyAddress({ addressKey, note }, now) {
      await slices.payouts.deny(database, { network: 'BITCOIN', addressKey, note }, now);
    },
    async withdraw(input, { asked: askedAt, ended: now }) {
      const { account, end, reason } = input;
      const id = await submitted(input, askedAt);
      const customerId = await customerNamed(account);
      // A seeding that goes on after a kill finds it ended.
      const found = await staffActions.find(database, customerId, id);
      if (end === 'none' || found?.phase !== 'AWAITING_APPROVAL') return;
      if (end === 'cancel') {
        const refusal = await database.transaction((dbTx) => staffActions.cancel(dbTx, { customerId, id, now }));
        if (refusal) throw new Error(refusal.envelope.message);
        return;
      }
      const both = await slices.staff.authorise(moneyRoles, { by: finance.name, approvedBy: approver.name });
      if ('refusal' in both) throw new Error(both.refusal);
      const result =
        end === 'reject'
          ? await staffActions.reject({ ...(await command(finance, reason, now)), id })
          : await staffActions.offset({ authority: both, reason, now, id, to: 'OUTPUT', cause: 'REQUEST' });
      if ('refused' in result) throw new Error(result.refused.en);
    },
  };
}

/** Deposits and withdrawals that need a chain, as soon as the demo's own node and signer are up. */
export function demoOnChains(database: Database, slices: Using, nodes: Pick<ChainNodes, 'demoNode' | 'open'>): Tick {
  const { submitted, command, found, approved } = demoWithdrawals(database, slices);
  const { deposits, identity } = slices;
  let known: { url: string; node: BitcoinDevNode } | null = null;

  const ports: ChainPorts = {
    async node() {
      const found = await nodes.demoNode('BITCOIN');
      if (found === null) return null;
      if (known?.url !== found.url) known = { url: found.url, node: bitcoinDevNode(found.url) };
      return known.node;
    },
    async deposits(account) {
      const customerId = await identity.findCustomerId(database, account);
      if (customerId === null) return null;
      const rows = (await deposits.depositsOf(customerId, 1000)).filter(({ network }) => network === 'BITCOIN');
      return rows.map(({ amount, status, txid }) => ({ satoshi: amount, status, txid }));
    },
    async addressOf(account, now) {
      const customerId = await identity.findCustomerId(database, account);
      const address = customerId === null ? null : await deposits.addressOf('BITCOIN', customerId, now);
      const check = address === null ? null : checkBitcoinAddress(address, ownChain);
      return address !== null && check?.valid ? { address, script: check.key } : null;
    },
    withdrawal: found,
    async apply(input, now) {
      await submitted(input, now);
    },
    async takeOffline(id, now) {
      await slices.payouts.takeOffline({ ...(await command(finance, liveReasons.offline, now)), id });
    },
    approve: approved,
    readMessages: () => slices.inbox.markOlderReadOfDemo(database, chainKinds, 3),
    pause: () => pause(100),
  };
  return unlessAway(liveOnChains(ports));
}

/** USDT of the demo's customer, as soon as the demo's own Ethereum node and signer are up. */
export function demoOnEthereum(database: Database, slices: Using, nodes: Pick<ChainNodes, 'demoNode' | 'open'>): Tick {
  const { customerNamed, submittedOn, found, approved } = demoWithdrawals(database, slices);
  const { deposits } = slices;
  const ports: EthereumPorts = {
    async node() {
      const node = await nodes.demoNode('ERC20');
      if (node === null || node.usdtContract === null) return null;
      const { usdt: pay } = evmFaucet(node.url, node.usdtContract);
      return { pay };
    },
    address: async (now) => deposits.addressOf('ERC20', await customerNamed(usdtCustomer), now),
    async deposits() {
      const rows = await deposits.depositsOf(await customerNamed(usdtCustomer), 1000);
      return rows
        .filter(({ network }) => network === 'ERC20')
        .map(({ amount, status }) => ({ microUsdt: amount, status }));
    },
    withdrawal: (name) => found(usdtCustomer, name),
    async apply({ name, amount, to }, now) {
      const address = `0x${usdtDestinations[to]}`;
      await submittedOn({ account: usdtCustomer, name, amount, coin: 'USDT', network: 'ERC20', address }, now);
    },
    approve: approved,
    readMessages: () => slices.inbox.markOlderReadOfDemo(database, chainKinds, 3),
  };
  return unlessAway(liveOnEthereum(ports));
}

/** The watcher reports a node that is down. */
function unlessAway(live: Tick): Tick {
  return async (now) => {
    try {
      await live(now);
    } catch (error) {
      if (!(error instanceof ChainUnavailable)) throw error;
    }
  };
}
