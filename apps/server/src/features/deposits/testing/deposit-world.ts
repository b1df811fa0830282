import { ScriptedChain, scriptedTx } from '@lode/chain/testing';
import { assertBooksBalance } from '@lode/ledger';
import type { ChainNodes } from '../../../platform/chains/chain-nodes.ts';
import { startTestApp, type TestAppOptions, type TestCustomer } from '../../../testing/app.ts';
import { checkDeposits } from '../check-deposits.ts';
import type { CreditPorts } from '../credit-final.ts';
import { depositsSlice } from '../deposits.slice.ts';

export const needed = 3;
const depth = 12;

/** Bitcoin as the scripted chain is; nothing else. */
export function scriptedNodes(chain: ScriptedChain): ChainNodes {
  return {
    open: async (network) => (network === 'BITCOIN' ? chain : { closed: 'this test has no such chain' }),
    confirmations: () => needed,
    depth: () => depth,
    demoNode: async () => null,
  };
}

/** The app on a scripted chain, with a watcher like the worker's. */
export async function startDepositWorld(options: TestAppOptions = {}) {
  const chain = new ScriptedChain();
  for (let block = 0; block < depth + 3; block += 1) chain.blocks.mine([]);
  const told: string[] = [];
  const app = await startTestApp({ ...options, nodes: scriptedNodes(chain) });
  let paid = 0;
  const { electricity, settings, staff } = app.slices;

  function watcher(reach?: (point: string) => void, blocksPerStep?: number, ports: Partial<CreditPorts> = {}) {
    const [bitcoin] = depositsSlice({
      database: app.database,
      nodes: scriptedNodes(chain),
      isDemo: true,
      authorise: staff.authorise,
      recordAudit: staff.recordAudit,
      lockPayingAccounts: electricity.lockPayingAccounts,
      payOwed: electricity.payOwed,
      ...ports,
      settingsAt: settings.settingsAt,
      readUnsettled: async () => [],
      alarm: (words) => told.push(words),
      tell: (words) => told.push(words),
      blocksPerStep,
      reach,
    }).watchers;
    if (!bitcoin) throw new Error('no watcher');
    return bitcoin;
  }
  const usual = watcher();
  await usual(app.clock.now());

  return {
    app,
    chain,
    told,
    watcher,
    look: () => usual(app.clock.now()),
    async addCustomer() {
      const customer = await app.createCustomer();
      const { address } = await app.data('depositAddress', { coin: 'BTC', network: 'BITCOIN' }, customer.caller);
      const checked = chain.checkAddress(address);
      if (!checked.valid) throw new Error(`${address} is no address`);
      return { ...customer, address, key: checked.key };
    },
    pay(...outputs: { key: string; amount: bigint }[]) {
      const tx = scriptedTx([`outside:${(paid += 1)}`], outputs);
      chain.blocks.submit(tx);
      return tx;
    },
    mine(blocks = 1) {
      for (let block = 0; block < blocks; block += 1) chain.blocks.mine();
    },
    async deposits({ caller }: TestCustomer) {
      return (await app.data('depositPage', {}, caller)).records;
    },
    async balance({ caller }: TestCustomer) {
      const { accounts } = await app.data('wallet', {}, caller);
      const found = accounts.find(({ account, coin }) => account === 'OUTPUT_ACCOUNT' && coin === 'BTC');
      return found?.available ?? '0.00000000';
    },
    /** A house account's balance in satoshi. */
    async house(account: 'CUSTODY' | 'SUSPENSE') {
      const { rows } = await app.database.query<{ sum: string }>({
        text: `select coalesce(sum(amount), 0)::text as sum from ledger.entry where account = ledger.house_id($1, 'BTC')`,
        values: [account],
      });
      return BigInt(rows[0]?.sum ?? '0');
    },
    async alarms() {
      const { rows } = await app.database.query<{ kind: string }>({
        text: 'select kind from alarm where settled_at is null order by id',
      });
      return rows.map(({ kind }) => kind);
    },
    async frozen() {
      const { rows } = await app.database.query<{ id: bigint }>({
        text: 'select customer_id as id from customer_freeze order by 1',
      });
      return rows.map(({ id }) => id);
    },
    assertBooks: () => assertBooksBalance(app.database, [checkDeposits]),
  };
}
