import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OwnOutput } from '@lode/chain';
import { signingAccount, signPsbt } from '@lode/chain-bitcoin/keys';
import { TestBitcoind } from '@lode/chain-bitcoin/testing';
import { startAnvil } from '@lode/chain-evm/testing';
import { assertBooksBalance } from '@lode/ledger';
import { parseAmount } from '@lode/money';
import {
  openApproverKey,
  readChangeFile,
  type Sealed,
  signerLocation,
  signPolicyChange,
  unseal,
  writeSignedChangeFile,
} from '@lode/signing';
import { bookChecksOf } from '../../../composition/book-checks.ts';
import { addressOfKey } from '../../../platform/chains/address-of-key.ts';
import type { ChainConfig } from '../../../platform/chains/chain-config.ts';
import { type ChainNodes, chainNodes } from '../../../platform/chains/chain-nodes.ts';
import { readGenerations } from '../../../platform/chains/key-generations.ts';
import type { Command } from '../../../platform/commands/command.ts';
import { startTestApp, type TestApp, type TestCustomer } from '../../../testing/app.ts';
import { addStaff, runCommandWith } from '../../../testing/commands.ts';
import { needed } from '../../../testing/payout-deps.ts';
import { startSigner } from '../../../testing/running-signer.ts';

/** The app on a real bitcoind and a real anvil, with the product's own signer, and the adapters as production opens them. */
export async function startRotationFixture() {
  const [bitcoind, anvil, signer] = await Promise.all([TestBitcoind.start(), startAnvil(), startSigner()]);
  await bitcoind.fundPayer();
  const config: ChainConfig = {
    bitcoinChain: 'regtest',
    bitcoin: { url: bitcoind.url, chain: 'regtest' },
    evm: { url: anvil.url, chainId: anvil.chainId, usdtContract: anvil.usdt },
    second: { BITCOIN: null, ERC20: null },
    confirmations: { BITCOIN: needed, ERC20: needed },
    accountKeys: { BITCOIN: null, ERC20: null },
    feeCapSatVb: 200,
    networkDayChain: 'main',
    signer: signerLocation({ DEMO: '1', DATA_DIR: signer.dataDir }, signer.dataDir),
    demoNodesFile: null,
  };
  let app: TestApp | null = null;
  const opened = () =>
    chainNodes(config, signer.client, async () => (app ? readGenerations(app.database) : { begun: [], used: 0 }));
  let current = opened();
  const nodes: ChainNodes = {
    open: (network) => current.open(network),
    addressOf: addressOfKey({ bitcoinChain: 'regtest' }),
    confirmations: () => needed,
    depth: () => 20,
    demoNode: async () => null,
  };
  const running = await startTestApp({
    // The signer reads the clock of the machine: approvals would have expired.
    now: new Date().toISOString(),
    max: 20,
    env: { WITHDRAW_HOLD_HOURS: '0', DATA_DIR: signer.dataDir },
    nodes,
  });
  app = running;
  await addStaff(running);
  const { slices, clock, database } = running;
  const chainOf = async (network: 'BITCOIN' | 'ERC20') => {
    const chain = await nodes.open(network);
    if ('closed' in chain) throw new Error(chain.closed);
    return chain;
  };
  const look = async (): Promise<void> => {
    for (const watcher of [running.checkBooks, ...running.watchers]) await watcher(clock.now());
  };
  await look();
  const approvers = join(
    signerLocation({ DEMO: '1', DATA_DIR: signer.dataDir }, signer.dataDir).folder,
    'demo-approvers.json',
  );

  const world = {
    app: running,
    bitcoind,
    anvil,
    signer,
    nodes,
    chainOf,
    look,
    /** As new processes of the server would: they ask the signer anew. */
    restart: () => {
      current = opened();
    },
    async mine(blocks = 1): Promise<void> {
      for (let block = 0; block < blocks; block += 1) {
        await Promise.all([bitcoind.mine(1), anvil.mine()]);
        await look();
      }
    },
    addressOf: async ({ caller }: TestCustomer, coin: 'BTC' | 'USDT') =>
      (await running.data('depositAddress', { coin, network: coin === 'BTC' ? 'BITCOIN' : 'ERC20' }, caller)).address,
    run: (name: string, ...args: string[]) => {
      const { keyRotation, coldStorage, settings, deposits } = slices;
      const commands = {
        ...keyRotation.opsCommands,
        ...coldStorage.opsCommands,
        ...settings.opsCommands,
        ...deposits.opsCommands,
      };
      return runCommandWith(running, (commands as Record<string, Command>)[name], args);
    },
    both: (name: string, ...args: string[]) =>
      world.run(name, ...args, '--by', 'finance', '--approved-by', 'approver', '--reason', 'seen'),
    /** The next generation of the seed: made, signed by two approvers, begun by two of the staff. */
    async rotate(): Promise<void> {
      const printed = await signer.command('seed:rotate');
      const [, generation = ''] = /generation (\d+) of/.exec(printed) ?? [];
      const [, fingerprint = ''] = /fingerprint (.+)/.exec(printed) ?? [];
      const [, id = ''] = /change ([0-9a-f]{16}) waits/.exec(printed) ?? [];
      for (const name of ['finance', 'deputy']) await world.signChange(id, name);
      const begun = await world.both('keys:begin', '--generation', generation, '--fingerprint', fingerprint);
      if (begun.exit !== 0) throw new Error(begun.failed.join());
      world.restart();
      await look();
    },
    /** Who knows the seed of a generation spends our outputs to an address outside. */
    async steal(outputs: readonly OwnOutput[], generation = 0): Promise<string> {
      const { folder } = signerLocation({ DEMO: '1', DATA_DIR: signer.dataDir }, signer.dataDir);
      const { seed: sealed } = JSON.parse(await readFile(join(folder, 'keys.json'), 'utf8')) as { seed: string };
      const seeds = await unseal(sealed, await readFile(join(folder, 'demo-passphrase'), 'utf8'), 'lode signer keys');
      const seed = seeds.subarray(generation * 64, (generation + 1) * 64);
      const chain = await chainOf('BITCOIN');
      const held = outputs.reduce((sum, { amount }) => sum + amount, 0n);
      const built = await chain.build({
        to: `0014${'c0'.repeat(20)}`,
        coin: 'BTC',
        amount: held - 6_000n,
        source: { kind: 'OUTPUTS', outputs: [], required: outputs, change: chain.ownAddress('house', 0) },
        rate: { unit: 'SAT_PER_KVB', rate: 50_000n },
      });
      if ('refused' in built) throw new Error(built.refused);
      const signed = chain.finish(built, signPsbt(built.payload, signingAccount(seed, 'regtest')));
      const sent = await chain.broadcast(signed);
      if (!sent.accepted) throw new Error(sent.reason);
      return signed.txid;
    },
    /** What payments may spend, the largest first. */
    async outputs(): Promise<OwnOutput[]> {
      const chain = await chainOf('BITCOIN');
      return slices.payouts.coldReservations.readSpendableOutputs(database, (branch, index) =>
        chain.ownAddress(branch, index),
      );
    },
    /** What a customer has in the wallets that are paid from outside, in atomic units. */
    async wallet({ caller }: TestCustomer): Promise<{ BTC: bigint; USDT: bigint }> {
      const { accounts } = await running.data('wallet', {}, caller);
      const of = (coin: 'BTC' | 'USDT') =>
        accounts
          .filter((one) => one.coin === coin)
          .reduce((sum, { available }) => sum + parseAmount(available, coin), 0n);
      return { BTC: of('BTC'), USDT: of('USDT') };
    },
    /** One approver signs a change at a machine of their own: what the signer printed. */
    async signChange(id: string, name: string): Promise<string> {
      const [request, signature] = [join(signer.dataDir, `${name}-asked`), join(signer.dataDir, `${name}-signed`)];
      await signer.command('approver:request', '--change', id, '--by', name, '--out', request);
      const { change, by } = readChangeFile(await readFile(request, 'utf8'));
      const people = JSON.parse(await readFile(approvers, 'utf8')) as { name: string; sealedKey: Sealed }[];
      const person = people.find((one) => one.name === name);
      if (!person) throw new Error(name);
      const key = await openApproverKey(person, 'Lode@Console1');
      await writeFile(
        signature,
        writeSignedChangeFile({ id: change.id, signature: signPolicyChange(key, by, change) }),
      );
      return signer.command('approver:sign', '--in', signature);
    },
    async moves(): Promise<string[]> {
      const { rows } = await running.owner.query<{ line: string }>({
        text: `select concat_ws(' ', kind, coalesce(is_paid::text, 'open')) as line from cold_transfer
               union all select concat_ws(' ', kind, coalesce(is_paid::text, 'open')) from sweep order by 1`,
      });
      return rows.map(({ line }) => line);
    },
    /** `lost`: satoshi that were stolen, which the books cannot know. */
    async assertAll({ lost = 0n }: { lost?: bigint } = {}): Promise<void> {
      await assertBooksBalance(database, bookChecksOf(slices));
      for (const check of slices.deposits.custodyChecks)
        for (const one of await check())
          if ('unknown' in one || one.ledger - one.chain !== (one.coin === 'BTC' ? lost : 0n))
            throw new Error(
              `custody ${one.coin}: ${'unknown' in one ? one.unknown : `${one.ledger} and ${one.chain}`}`,
            );
    },
    async stop(): Promise<void> {
      await running.stop();
      await Promise.all([bitcoind.stop(), anvil.stop(), signer.stop()]);
    },
  };
  return world;
}
