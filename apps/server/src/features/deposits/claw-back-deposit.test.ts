// A credited deposit that no block has any more: two of the staff take it from its customer once, the customer cannot withdraw meanwhile, and
// mined again it is the customer's again, once.

import { type ScriptedEvm, startScriptedEvm } from '@lode/chain-evm/testing';
import { customerAccount, houseAccount, postTransfer } from '@lode/ledger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command } from '../../platform/commands/command.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { needed, startDepositFixture } from './testing/deposit-fixture.ts';

let world: Awaited<ReturnType<typeof startDepositFixture>>;
beforeAll(async () => {
  world = await startDepositFixture();
  await addStaff(world.app);
});
afterAll(() => world.app.stop());

const btc = 100_000_000n;
const two = '--by finance --approved-by approver --reason spent_elsewhere';
const ops = (name: string, args: string) => {
  const { deposits, wallet, withdrawals } = world.app.slices;
  const commands: Record<string, Command> = {
    ...deposits.opsCommands,
    ...wallet.commands,
    ...withdrawals.opsCommands,
  };
  return runCommand(world.app, commands[name] as Command, args);
};
const clawBack = (id: string | undefined, people = two) => ops('deposit:settle', `--id ${id} ${people}`);

/** A deposit that was credited and has disappeared. */
async function removed(amount = btc) {
  const customer = await world.addCustomer();
  const tx = world.pay({ key: customer.key, amount });
  world.mine(needed);
  await world.look();
  await disappear();
  const [deposit] = await world.deposits(customer);
  expect(deposit?.status).toBe('ORPHANED');
  const id = deposit?.id ?? '';
  return { customer, id, tx, unfreeze: () => ops('customer:unfreeze', `--id ${customer.id} ${two}`) };
}

async function disappear() {
  world.chain.blocks.reorganise(
    needed,
    Array.from({ length: needed + 1 }, () => []),
  );
  world.chain.blocks.mempool.clear();
  await world.look();
}

const records = async ({ customer }: Awaited<ReturnType<typeof removed>>) =>
  (await world.app.data('ledgerPage', {}, customer.caller)).records.map(({ title, amount }) => `${title} ${amount}`);

describe('deposit:settle [area:wallet]', () => {
  it('takes the money back once; until then the customer cannot withdraw; mined again it is returned once', async () => {
    const lost = await removed();
    const { customer, id, tx, unfreeze } = lost;
    expect(await unfreeze()).toMatchObject({
      exit: 1,
      failed: [expect.stringContaining(`deposit ${id} of 1.00000000 BTC was credited and is in no block any more`)],
    });
    expect(await world.house('SUSPENSE')).toBe(-btc);
    expect(await world.alerts()).toContain('deposit-removed');
    await world.assertBooks();

    expect(await clawBack(id)).toEqual({
      exit: 0,
      printed: [`deposit ${id}: 1.00000000 BTC taken from customer ${customer.id}`],
      failed: [],
    });
    expect(await world.balance(customer)).toBe('0.00000000');
    expect(await world.house('SUSPENSE')).toBe(0n);
    expect(await world.alerts()).not.toContain('deposit-removed');
    expect(await records(lost)).toEqual(['BTC 充值撤回 -1.00000000', 'BTC 充值 1.00000000']);
    expect(await clawBack(id)).toMatchObject({ exit: 1, failed: [expect.stringContaining('lacks nothing any more')] });
    await world.assertBooks();

    world.chain.blocks.submit(tx);
    world.mine();
    for (let look = 0; look < 3; look += 1) await world.look();
    expect(await world.deposits(customer)).toMatchObject([{ id, status: 'CREDITED' }]);
    expect(await world.balance(customer)).toBe('1.00000000');
    expect(await world.house('SUSPENSE')).toBe(0n);
    expect(await clawBack(id)).toMatchObject({ exit: 1, failed: [expect.stringContaining('is in a block')] });
    await world.assertBooks();
    expect((await unfreeze()).exit).toBe(0);

    world.mine(needed - 1);
    await world.look();
    await disappear();
    expect(await world.house('SUSPENSE')).toBe(-btc);
    expect(await world.alerts()).toContain('deposit-removed');
    expect((await unfreeze()).exit).toBe(1);
    expect((await clawBack(id)).exit).toBe(0);
    expect(await world.house('SUSPENSE')).toBe(0n);
    expect(await world.balance(customer)).toBe('0.00000000');
    expect((await unfreeze()).exit).toBe(0);
    await world.assertBooks();
  });

  it('is for two people, and for a credited deposit that is in no block', async () => {
    const { customer, id } = await removed();
    for (const people of [
      '--by finance --approved-by finance --reason r',
      '--by approver --approved-by finance --reason r',
      '--by admin --approved-by approver --reason r',
    ])
      expect(await clawBack(id, people)).toMatchObject({ exit: 1, printed: [] });
    expect((await clawBack(id, '--by finance --reason r')).printed[0]).toMatch(
      /^proposed as \d+: deposit \d+: 1\.00000000 BTC taken from customer/,
    );
    expect(await clawBack('999999')).toMatchObject({
      exit: 1,
      failed: [expect.stringContaining('there is no deposit')],
    });
    for (const nothing of ['x', '0']) expect(await clawBack(nothing)).toMatchObject({ exit: 2, printed: [] });
    expect(await world.balance(customer)).toBe('1.00000000');

    const other = await world.addCustomer();
    world.pay({ key: other.key, amount: btc });
    world.mine(1);
    await world.look();
    expect((await clawBack((await world.deposits(other))[0]?.id)).failed[0]).toContain('was never credited');
    world.mine(needed);
    await world.look();
    expect((await clawBack((await world.deposits(other))[0]?.id)).failed[0]).toContain('is in a block');
    expect(await world.balance(other)).toBe('1.00000000');
    expect((await clawBack(id)).exit).toBe(0);
    const { rows } = await world.app.database.query({
      text: `select reason from audit_log where action = 'deposit:settle' and subject = $1`,
      values: [`deposit ${id}`],
    });
    expect(rows).toEqual([{ reason: 'spent elsewhere' }]);
    await world.assertBooks();
  });

  it('given twice at once takes it once', async () => {
    const { customer, id } = await removed();
    await ops(
      'deposit:manual',
      `--coin BTC --account ${customer.account} --amount 5 --reason r --by finance --approved-by approver`,
    );
    expect(await world.balance(customer)).toBe('6.00000000');
    const exits = (await Promise.all([clawBack(id), clawBack(id), clawBack(id)])).map(({ exit }) => exit);
    expect(exits.sort()).toEqual([0, 1, 1]);
    expect(await world.balance(customer)).toBe('5.00000000');
    await world.assertBooks();
  });

  it('takes all or nothing: names the missing amount, and the freeze stays', async () => {
    const { customer, id, unfreeze } = await removed();
    const move = { amount: 30_000_000n, type: 'ELE_CONSUME_BTC' as const, date: '2026-03-10' };
    const spend = {
      from: customerAccount(customer.id, 'OUTPUT_ACCOUNT', 'BTC'),
      to: houseAccount('ELECTRICITY_REVENUE', 'BTC'),
    };
    const now = world.app.clock.now();
    const spent = { key: 'spent', input: 1, kind: 'test', businessDate: '2026-03-10', postedAt: now };
    await world.app.database.transaction((dbTx) => postTransfer(dbTx, { ...spent, postings: [{ ...spend, ...move }] }));
    expect((await clawBack(id)).failed).toEqual([
      `refused: customer ${customer.id} has 0.70000000 BTC to take, 0.30000000 BTC less than deposit ${id}: nothing was taken`,
    ]);
    expect(await world.balance(customer)).toBe('0.70000000');
    expect((await unfreeze()).exit).toBe(1);
    await world.assertBooks();
    await ops(
      'deposit:manual',
      `--coin BTC --account ${customer.account} --amount 0.3 --reason r --by finance --approved-by approver`,
    );
    expect((await clawBack(id)).exit).toBe(0);
    expect(await world.balance(customer)).toBe('0.00000000');
    await world.assertBooks();
  });

  it('that is lost is caught by the check of the books (control)', async () => {
    const { id } = await removed();
    await world.app.without('deposits.claw-back', async () => {
      expect((await clawBack(id)).exit).toBe(0);
    });
    await expect(world.assertBooks()).rejects.toThrow('SUSPENSE equals the origins that stand in it');
    await world.app.owner.query({
      text: `insert into deposit_claw_back (deposit_id, removal, part, amount, transfer_id, clawed_back_at)
             select $1, 1, 1, 100000000, id, posted_at from ledger.transfer where key = $2`,
      values: [id, `deposit:${id}:clawed-back:1`],
    });
    await world.assertBooks();
  });

  it('that is given back without its row, or not given back, is caught too (control)', async () => {
    const { id, tx } = await removed();
    expect((await clawBack(id)).exit).toBe(0);
    await world.app.without('deposits.open-claw-backs', async () => {
      world.chain.blocks.submit(tx);
      world.mine();
      await world.look();
    });
    await expect(world.assertBooks()).rejects.toThrow('SUSPENSE equals the origins that stand in it');
  });
});

describe('deposit:settle of USDT', () => {
  let evm: ScriptedEvm;
  beforeAll(async () => {
    evm = await startScriptedEvm();
  });
  afterAll(() => evm.close());

  it('leaves promotional credit alone, and pays debts when the deposit comes back', async () => {
    const usdt = await startDepositFixture({ evm });
    const { app } = usdt;
    await addStaff(app);
    const run = (command: Command | undefined, args: string) => runCommand(app, command as Command, `${args} ${two}`);
    const customer = await usdt.addCustomer();
    const tx = usdt.pay({ key: customer.key, amount: 100_000_000n });
    usdt.mine(needed);
    await usdt.look();
    usdt.blocks.reorganise(
      needed,
      Array.from({ length: needed + 1 }, () => []),
    );
    usdt.blocks.mempool.clear();
    await usdt.look();
    const [deposit] = await usdt.deposits(customer);
    expect(deposit).toMatchObject({ status: 'ORPHANED', coin: 'USDT' });
    const { deposits, wallet } = app.slices;
    const clawBackIt = () => run(deposits.opsCommands['deposit:settle'], `--id ${deposit?.id}`);
    const credit = (kind: string) =>
      run(wallet.opsCommands.credit, `--kind ${kind} --account ${customer.account} --amount 50`);

    expect((await credit('init')).exit).toBe(0);
    const ele = customerAccount(customer.id, 'ELE_ACCOUNT', 'USDT');
    const postings = [
      {
        from: ele,
        to: houseAccount('HOSTING_REVENUE', 'USDT'),
        amount: 20_000_000n,
        type: 'HOSTING_FEE' as const,
        date: '2026-03-10',
      },
    ];
    const spent = { key: 'spent', input: 1, kind: 'test', businessDate: '2026-03-10', postedAt: app.clock.now() };
    await app.database.transaction((dbTx) => postTransfer(dbTx, { ...spent, postings }));
    expect((await clawBackIt()).failed[0]).toContain('has 80.000000 USDT to take, 20.000000 USDT less');
    const cash = `--coin USDT --account ${customer.account} --amount 20`;
    expect((await run(wallet.commands['deposit:manual'], cash)).exit).toBe(0);
    expect((await clawBackIt()).exit).toBe(0);
    expect(await usdt.balance(customer)).toBe('50.000000');
    await usdt.assertBooks();

    usdt.blocks.submit(tx);
    usdt.mine();
    const paid: bigint[] = [];
    await usdt.watcher(undefined, undefined, {
      payOwed: async (_dbTx, ids) => void paid.push(...ids),
    })(app.clock.now());
    expect(paid).toEqual([customer.id]);
    expect(await usdt.balance(customer)).toBe('150.000000');
    await usdt.assertBooks();
    await app.stop();
  });
});
