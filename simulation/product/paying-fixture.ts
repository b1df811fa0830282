/** The app on a real bitcoind and a real anvil, with the product's own signer in a process of its own, and one rich customer. */

import { BitcoinChain } from '@lode/chain-bitcoin';
import { TestBitcoind } from '@lode/chain-bitcoin/testing';
import { evmAdapter } from '@lode/chain-evm';
import { startAnvil } from '@lode/chain-evm/testing';
import { assertBooksBalance } from '@lode/ledger';
import { bookChecksOf } from '../../apps/server/src/composition/book-checks.ts';
import { withdrawCodeSubject } from '../../apps/server/src/platform/money-call/withdraw-code.ts';
import { hashCode } from '../../apps/server/src/platform/secrets/one-time-secret.ts';
import { startTestApp, testFundsPassword, testPepper } from '../../apps/server/src/testing/app.ts';
import { addStaff, paymentArgs, runCommand } from '../../apps/server/src/testing/commands.ts';
import { startSigner } from '../../apps/server/src/testing/running-signer.ts';
import { testAddressOf } from '../../apps/server/src/testing/test-nodes.ts';

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const confirmations = 3;

/** What a payment is on one chain, as a run sees it. */
export interface PayingSide {
  coin: 'BTC' | 'USDT';
  network: 'BITCOIN' | 'ERC20';
  /** What is asked for, and what the receiver gets of it. */
  amount: string;
  net: string;
  /** An unused address. */
  newAddress(): Promise<string>;
  /** Every payment to an address that is in a block or waits for one, as the node tells. */
  paymentsTo(address: string): Promise<string[]>;
  /** Blocks, each seen by all that follow the chain. */
  mine(blocks: number): Promise<void>;
  /** Blocks that no watcher has read yet. */
  mineUnseen(blocks: number): Promise<void>;
  /** So that the next payments have something to spend. */
  fund(times: number): Promise<void>;
  /** How many nonces the hot wallet has used up; 0 where there are none. Throws when something waits behind a gap. */
  noncesUsed(): Promise<number>;
}

export async function startPayingFixture() {
  const [bitcoind, anvil, signer] = await Promise.all([TestBitcoind.start(), startAnvil(), startSigner()]);
  await bitcoind.fundPayer();
  const { bitcoin, erc20 } = await signer.client.info();
  if (!bitcoin || !erc20) throw new Error('the signer lacks a chain');
  const { extendedPublicKey: accountKey, fingerprint: masterFingerprint } = bitcoin;
  const { url: rpcUrl, chainId, usdt: usdtContract } = anvil;
  const chains = {
    BITCOIN: new BitcoinChain({
      url: bitcoind.url,
      chain: 'regtest',
      accountKey,
      masterFingerprint,
      timeoutMs: 60_000,
    }),
    ERC20: evmAdapter({ rpcUrl, chainId, usdtContract, extendedPublicKey: erc20.extendedPublicKey, timeoutMs: 60_000 }),
  };
  const app = await startTestApp({
    now: new Date().toISOString(),
    env: { WITHDRAW_HOLD_HOURS: '0', DATA_DIR: signer.dataDir },
    nodes: {
      open: async (network) => chains[network],
      addressOf: testAddressOf,
      confirmations: () => confirmations,
      depth: () => 20,
      demoNode: async () => null,
    },
  });
  await addStaff(app);
  await look();
  const customer = await app.createMoneyCustomer();
  const hot = chains.ERC20.ownAddress('house', 0);
  let receivers = 0;

  async function look(): Promise<void> {
    await app.checkBooks(app.clock.now());
    await Promise.all(app.watchers.map((watcher) => watcher(app.clock.now())));
  }

  const depositAddress = async (coin: 'BTC' | 'USDT', network: 'BITCOIN' | 'ERC20') =>
    (await app.data('depositAddress', { coin, network }, customer.caller)).address;

  const onBitcoin: PayingSide = {
    coin: 'BTC',
    network: 'BITCOIN',
    amount: '0.01',
    net: '0.0098',
    newAddress: () => bitcoind.text('getnewaddress'),
    async paymentsTo(address) {
      const received = (await bitcoind.call('listreceivedbyaddress', [0, false, true, address])) as {
        amount: number;
        txids: string[];
      }[];
      // The node adds up what came to one address: two payments are not the sum of one.
      return received.flatMap(({ amount, txids }) => [String(amount), ...txids.slice(1)]);
    },
    async mine(blocks) {
      for (let block = 0; block < blocks; block++) {
        await bitcoind.mine(1);
        await look();
      }
    },
    mineUnseen: (blocks) => bitcoind.mine(blocks),
    async fund(times) {
      const address = await depositAddress('BTC', 'BITCOIN');
      // One deposit for each payment: what one spends is not what another waits for.
      for (let time = 0; time < times; time++) await bitcoind.pay(address, '0.02');
      await this.mine(confirmations);
    },
    noncesUsed: async () => 0,
  };

  const onEthereum: PayingSide = {
    coin: 'USDT',
    network: 'ERC20',
    amount: '50',
    net: '47000000',
    newAddress: async () => chains.ERC20.addressOf((++receivers).toString(16).padStart(40, 'ab')),
    async paymentsTo(address) {
      const to = `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
      const filter = { fromBlock: '0x0', toBlock: 'pending', address: usdtContract, topics: [transferTopic, null, to] };
      const logs = (await anvil.ask('eth_getLogs', filter)) as { data: string }[];
      return logs.map(({ data }) => String(BigInt(data)));
    },
    async mine(blocks) {
      for (let block = 0; block < blocks; block++) {
        await anvil.mine();
        await look();
      }
    },
    mineUnseen: (blocks) => anvil.mine(blocks),
    async fund(times) {
      await anvil.issue(await depositAddress('USDT', 'ERC20'), BigInt(times) * 60_000_000n);
      await anvil.issue(hot.address, BigInt(times) * 60_000_000n);
      await anvil.ether(hot.address, 10n ** 19n);
      // Credited, and swept to the hot wallet, gas first: no payment meets a sweep.
      await this.mine(confirmations + 8);
    },
    async noncesUsed() {
      const { confirmed, pending } = (await chains.ERC20.nonces?.(hot.key)) ?? { confirmed: -1, pending: 0 };
      if (confirmed !== pending) throw new Error(`nonces ${confirmed} to ${pending} wait`);
      return confirmed;
    },
  };

  return {
    app,
    signer,
    customer,
    look,
    sides: [onBitcoin, onEthereum] as const,
    /** The nodes, as environment of a separate process. */
    environment: {
      BITCOIN_RPC_URL: bitcoind.url,
      EVM_RPC_URL: rpcUrl,
      EVM_USDT_CONTRACT: usdtContract,
      EVM_CHAIN_ID: String(chainId),
      DATA_DIR: signer.dataDir,
    },
    /** Applied for by the customer, proposed and approved by two people: its id. */
    async approved({ coin, network, amount }: PayingSide, address: string, key: string): Promise<string> {
      const code = '424242';
      await app.owner.query({
        text: `insert into one_time_code (account, scene, code_hash, sent_at, expires_at, subject)
               values ($1, 'WITHDRAW', $2, $3::timestamptz, $3::timestamptz + interval '10 minutes', $4)`,
        values: [
          customer.account,
          hashCode(testPepper, `WITHDRAW ${customer.account}`, code),
          app.clock.now(),
          withdrawCodeSubject({ coin, network, address, amount }),
        ],
      });
      const input = { coin, network, address, amount, password: testFundsPassword, code };
      const { id } = await app.data('withdrawApply', input, { ...customer.caller, requestId: key });
      for (const [name, by] of [
        ['withdrawal:propose', 'finance'],
        ['withdrawal:approve', 'approver'],
      ] as const) {
        const command = { ...app.slices.withdrawals.opsCommands, ...app.slices.payouts.opsCommands }[name] as never;
        const { exit, failed } = await runCommand(
          app,
          command,
          `${await paymentArgs(app, id)} --by ${by} --reason seen`,
        );
        if (exit !== 0) throw new Error(failed.join());
      }
      return id;
    },
    /** The books balance, and custody is what both nodes say. */
    async assertCustody(): Promise<void> {
      await assertBooksBalance(app.database, bookChecksOf(app.slices));
      const custody = (await Promise.all(app.slices.deposits.custodyChecks.map((check) => check()))).flat();
      const wrong = custody.flatMap((one) => {
        if ('ledger' in one && one.ledger === one.chain) return [];
        return [`custody ${one.coin}: ${'ledger' in one ? `${one.ledger} and ${one.chain}` : one.unknown}`];
      });
      if (wrong.length > 0) throw new Error(wrong.join('; '));
    },
    async stop(): Promise<void> {
      await app.stop();
      await Promise.all([bitcoind.stop(), anvil.stop(), signer.stop()]);
    },
  };
}
