import type { Network } from '@lode/chain';
import { type ScriptedBlocks, ScriptedChain, scriptedTx } from '@lode/chain/testing';
import type { ScriptedEvm } from '@lode/chain-evm/testing';
import { assertBooksBalance, type HouseAccount } from '@lode/ledger';
import { parseAmount } from '@lode/money';
import { type ChainNodes, networks } from '../../../platform/chains/chain-nodes.ts';
import { startTestApp, type TestApp, type TestAppOptions, type TestCustomer } from '../../../testing/app.ts';
import { as } from '../../../testing/caller-role.ts';
import { recordingLog } from '../../../testing/recording-log.ts';
import { testNodes } from '../../../testing/test-nodes.ts';
import { checkArrivals } from '../check-arrivals.ts';
import { checkClawBacks } from '../check-claw-backs.ts';
import { checkDeposits } from '../check-deposits.ts';
import { checkSuspense } from '../check-suspense.ts';
import type { CreditPorts } from '../credit-final.ts';
import { depositsSlice } from '../deposits.slice.ts';
import type { FollowDeps } from '../follow-chain.ts';

export const needed = 3;
const depth = 12;

/** Where a network's deposits go, and what is little and much of its coin: `unit` is a ten-thousandth of the smallest deposit. */
const kinds = {
  BITCOIN: { coin: 'BTC', account: 'OUTPUT_ACCOUNT', unit: 1n },
  ERC20: { coin: 'USDT', account: 'ELE_ACCOUNT', unit: 100n },
} as const;

/** Bitcoin as the scripted chain is, and Ethereum where a scripted node is given; nothing else. */
export function scriptedNodes(chain: ScriptedChain, evm: ScriptedEvm | null = null): ChainNodes {
  return testNodes({ BITCOIN: chain, ...(evm && { ERC20: evm.chain }) }, { needed, depth });
}

/** The app on a scripted chain, with a watcher like the worker's: Bitcoin, or Ethereum where a scripted node is given. */
export async function startDepositFixture({
  evm = null,
  ...options
}: TestAppOptions & { evm?: ScriptedEvm | null } = {}) {
  const chain = new ScriptedChain();
  const sign = () => Promise.reject(new Error('nothing is signed in this test'));
  const app = await startTestApp({ sign, ...options, nodes: scriptedNodes(chain, evm) });
  return onNetwork(app, evm ? 'ERC20' : 'BITCOIN', chain, evm);
}

/** One app on both chains. */
export async function startTwoChains(evm: ScriptedEvm) {
  const chain = new ScriptedChain();
  const app = await startTestApp({ nodes: scriptedNodes(chain, evm) });
  return [await onNetwork(app, 'BITCOIN', chain, evm), await onNetwork(app, 'ERC20', chain, evm)] as const;
}

async function onNetwork(app: TestApp, network: Network, chain: ScriptedChain, evm: ScriptedEvm | null) {
  const scripted = network === 'ERC20' && evm ? evm : null;
  const blocks: ScriptedBlocks = (scripted ?? chain).blocks;
  const { coin, account, unit } = kinds[network];
  for (let block = 0; block < depth + 3; block += 1) blocks.mine([]);
  const log = recordingLog();
  const nodes = scriptedNodes(chain, evm);
  let paid = 0;
  const { alerts, electricity, identity, settings, staff } = app.slices;

  function watcher(
    failpoint?: (point: string) => void,
    blocksPerUpdate?: number,
    ports: Partial<CreditPorts & Pick<FollowDeps, 'isDemo' | 'nodes'>> = {},
  ) {
    const { watchers } = depositsSlice({
      database: app.database,
      nodes,
      isDemo: true,
      authorise: staff.authorise,
      recordAudit: staff.recordAudit,
      propose: staff.propose,
      queueNotices: app.slices.messages.queueNotices,
      announce: async () => undefined,
      findNamedCustomer: identity.findNamedCustomer,
      lockPayingAccounts: electricity.lockPayingAccounts,
      payOwed: electricity.payOwed,
      promoRemaining: electricity.promoRemaining,
      ...ports,
      settingsAt: settings.settingsAt,
      depositSettingsAt: settings.depositSettingsAt,
      readUnposted: async () => [],
      keepColdAddresses: async () => [],
      readColdAddresses: async () => [],
      raiseAlert: alerts.raiseAlert,
      resolveAlert: alerts.resolveAlert,
      announceAlert: alerts.announceAlert,
      log,
      blocksPerUpdate,
      failpoint,
    });
    const ours = watchers[networks.indexOf(network)];
    if (!ours) throw new Error('no watcher');
    return (now: Date) => as('worker', () => ours(now));
  }
  async function balance({ caller }: TestCustomer): Promise<string> {
    const { accounts } = await app.data('wallet', {}, caller);
    return accounts.find((one) => one.account === account && one.coin === coin)?.available ?? '0.00000000';
  }

  /** Where a customer is paid here. */
  async function placeOf({ caller }: TestCustomer) {
    const { address } = await app.data('depositAddress', { coin, network }, caller);
    const checked = (scripted?.chain ?? chain).checkAddress(address);
    if (!checked.valid) throw new Error(`${address} is no address`);
    return { address, key: checked.key };
  }

  const usual = watcher();
  await usual(app.clock.now());

  return {
    app,
    chain,
    blocks,
    unit,
    log,
    watcher,
    look: () => usual(app.clock.now()),
    placeOf,
    async addCustomer() {
      const customer = await app.createCustomer();
      return { ...customer, ...(await placeOf(customer)) };
    },
    pay(...outputs: { key: string; amount: bigint }[]) {
      const name = `outside:${(paid += 1)}`;
      const tx = scripted ? scripted.transfer(name, outputs) : scriptedTx([name], outputs);
      blocks.submit(tx);
      return tx;
    },
    mine(count = 1) {
      for (let block = 0; block < count; block += 1) blocks.mine();
    },
    async deposits({ caller }: TestCustomer) {
      return (await app.data('depositPage', {}, caller)).records;
    },
    balance,
    /** The same in atomic units. */
    held: async (customer: TestCustomer) => parseAmount(await balance(customer), coin),
    /** A house account's balance in satoshi. */
    async house(account: HouseAccount) {
      const { rows } = await app.database.query<{ sum: string }>({
        text: `select coalesce(sum(amount), 0)::text as sum from ledger.entry where account = ledger.house_id($1, 'BTC')`,
        values: [account],
      });
      return BigInt(rows[0]?.sum ?? '0');
    },
    async alerts() {
      const { rows } = await app.database.query<{ kind: string }>({
        text: 'select kind from alert where resolved_at is null order by id',
      });
      return rows.map(({ kind }) => kind);
    },
    async frozen() {
      const { rows } = await app.database.query<{ id: bigint }>({
        text: 'select customer_id as id from customer_freeze order by 1',
      });
      return rows.map(({ id }) => id);
    },
    assertBooks: () => assertBooksBalance(app.database, [checkDeposits, checkClawBacks, checkArrivals, checkSuspense]),
  };
}
