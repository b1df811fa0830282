// What the customer of a removed deposit can never pay back is written off by two people, against money that the operator has; mined again,
// the operator has it back, once, and the customer is paid nothing twice. The figures are those of docs/golden/write-off.md.
import { customerAccount, houseAccount, postTransfer } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Command } from '../../platform/commands/command.ts';
import { moneyRoles } from '../../platform/staff/authority.ts';
import { isProposable } from '../../platform/staff/proposable-command.ts';
import { approveProposal } from '../../testing/approve-proposal.ts';
import { addStaff, runCommand } from '../../testing/commands.ts';
import { endsAt } from '../../testing/payout-deps.ts';
import { checkDepositRows } from './check-deposit-rows.ts';
import { needed, startDepositFixture } from './testing/deposit-fixture.ts';
import { writeOffDeposit } from './write-off-deposit.ts';

let world: Awaited<ReturnType<typeof startDepositFixture>>;
beforeAll(async () => {
  world = await startDepositFixture();
  await addStaff(world.app);
});
afterAll(() => world.app.stop());

const two = '--by finance --approved-by approver --reason gone';
const btc = 100_000_000n;
let spendings = 0;

async function ops(name: string, args: string) {
  const { deposits, withdrawals } = world.app.slices;
  const commands: Record<string, Command> = { ...deposits.opsCommands, ...withdrawals.opsCommands };
  const { exit, printed, failed } = await runCommand(world.app, commands[name] as Command, args);
  return { exit, text: [...printed, ...failed].join('\n') };
}
const writeOff = (id: string, args: string, people = two) => ops('deposit:write-off', `--id ${id} ${args} ${people}`);
const clawBack = (id: string) => ops('deposit:settle', `--id ${id} --available ${two}`);

async function disappear() {
  world.chain.blocks.reorganise(
    needed,
    Array.from({ length: needed + 1 }, () => []),
  );
  world.chain.blocks.mempool.clear();
  await world.look();
}

async function mineAgain(tx: Awaited<ReturnType<typeof removed>>['tx']) {
  world.chain.blocks.submit(tx);
  world.mine();
  for (let look = 0; look < 3; look += 1) await world.look();
}

/** The operator's own coins, final at the funding address. */
async function fund(amount: bigint) {
  world.pay({ key: world.chain.ownAddress('house', 0).key, amount });
  world.mine(needed);
  await world.look();
}

/** A deposit of 1 BTC that was credited, of which a part was spent, and that has disappeared. */
async function removed(spent: bigint) {
  const customer = await world.addCustomer();
  const tx = world.pay({ key: customer.key, amount: btc });
  world.mine(needed);
  await world.look();
  await postTransfer(world.app.database, {
    key: `spent ${(spendings += 1)}`,
    input: 1,
    kind: 'test',
    businessDate: '2026-03-10',
    postedAt: world.app.clock.now(),
    postings: [
      {
        from: customerAccount(customer.id, 'OUTPUT_ACCOUNT', 'BTC'),
        to: houseAccount('ELECTRICITY_REVENUE', 'BTC'),
        type: 'ELE_CONSUME_BTC',
        amount: spent,
        date: '2026-03-10',
      },
    ],
  });
  await disappear();
  const [deposit] = await world.deposits(customer);
  return { customer, tx, id: deposit?.id ?? '' };
}

async function isFrozen({ id }: { id: bigint }): Promise<boolean> {
  const { rows } = await world.app.database.query<{ is_frozen: boolean }>({
    text: 'select is_frozen from customer_guard where customer_id = $1',
    values: [id],
  });
  return rows[0]?.is_frozen ?? false;
}

const rows = () => checkDepositRows(world.app.database);

it('takes what the customer has, writes off the rest as far as TREASURY goes, and returns each part when it is mined again', async () => {
  await fund(50_000_000n);
  const { customer, tx, id } = await removed(60_000_000n);
  expect(await world.house('SUSPENSE')).toBe(-btc);
  expect((await writeOff(id, '--all')).text).toContain(
    `customer ${customer.id} has 0.40000000 BTC to take: deposit:settle --id ${id} --available comes first`,
  );
  expect(await clawBack(id)).toEqual({
    exit: 0,
    text: `deposit ${id}: 0.40000000 BTC taken from customer ${customer.id}, 0.60000000 BTC still lacking`,
  });
  expect((await clawBack(id)).text).toContain('has nothing to take');
  expect(await world.house('SUSPENSE')).toBe(-60_000_000n);
  expect(await world.alerts()).toContain('deposit-removed');

  expect((await writeOff(id, '--all')).text).toContain('treasury has only 0.50000000 BTC of 0.60000000 BTC');
  expect((await writeOff(id, '--amount 0.60000001')).text).toContain('lacks only 0.60000000 BTC');
  const part = await writeOff(id, '--amount 0.5');
  expect(part.text).toContain(
    '0.50000000 BTC of 0.60000000 BTC written off against treasury, 0.10000000 BTC still lacking',
  );
  expect(await writeOff(id, '--amount 0.5')).toEqual({ exit: 0, text: expect.stringContaining('already written off') });
  expect([await world.house('SUSPENSE'), await world.house('TREASURY')]).toEqual([-10_000_000n, 0n]);
  expect([await isFrozen(customer), await world.alerts()]).toEqual([true, expect.arrayContaining(['deposit-removed'])]);
  await world.assertBooks();

  await fund(20_000_000n);
  expect((await writeOff(id, '--all')).text).toMatch(
    /0\.10000000 BTC of 0\.10000000 BTC .* the freeze ends; the customer has nothing$/,
  );
  expect([await world.house('SUSPENSE'), await world.house('TREASURY')]).toEqual([0n, 10_000_000n]);
  expect([await isFrozen(customer), await world.alerts()]).toEqual([false, []]);
  const again = await writeOff(id, '--all');
  expect(again).toEqual({ exit: 0, text: expect.stringContaining('already written off: 0.10000000 BTC') });
  expect((await writeOff(id, '--all --key another')).text).toContain('lacks nothing any more');
  expect((await world.app.notices()).map(({ to, text }) => [to, text])).toEqual([
    [
      customer.account,
      '您的一笔充值因区块链重组未能确认，其中 0.10000000 BTC 无需您归还，由平台承担。该笔充值已处理完毕，提现已恢复。',
    ],
    [
      customer.account,
      '您的一笔充值因区块链重组未能确认，其中 0.50000000 BTC 无需您归还，由平台承担。其余部分仍待处理，提现暂停。',
    ],
  ]);
  await world.assertBooks();

  await mineAgain(tx);
  expect(await world.balance(customer)).toBe('0.40000000');
  expect([await world.house('SUSPENSE'), await world.house('TREASURY')]).toEqual([0n, 70_000_000n]);
  expect((await writeOff(id, '--all')).text).toContain('is in a block');
  expect(await rows()).toEqual([]);
  await world.assertBooks();

  // Removed once more: the second removal is clawed back by itself.
  world.mine(needed - 1);
  await world.look();
  await disappear();
  expect([await world.house('SUSPENSE'), await isFrozen(customer)]).toEqual([-btc, true]);
  expect((await clawBack(id)).exit).toBe(0);
  expect((await writeOff(id, '--amount 0.5')).exit).toBe(0);
  expect((await writeOff(id, '--all')).exit).toBe(0);
  expect([await world.house('SUSPENSE'), await world.house('TREASURY')]).toEqual([0n, 10_000_000n]);
  await mineAgain(tx);
  expect(await world.balance(customer)).toBe('0.40000000');
  expect([await world.house('SUSPENSE'), await world.house('TREASURY')]).toEqual([0n, 70_000_000n]);
  expect(await rows()).toEqual([]);
  await world.assertBooks();
});

it('takes the rest as the customer gets it, in parts', async () => {
  const { customer, id } = await removed(60_000_000n);
  expect((await clawBack(id)).exit).toBe(0);
  const { wallet } = world.app.slices;
  const cash = `--coin BTC --account ${customer.account} --amount 0.25 ${two}`;
  expect((await runCommand(world.app, wallet.commands['deposit:manual'], cash)).exit).toBe(0);
  expect((await clawBack(id)).text).toContain('0.25000000 BTC taken');
  expect(await world.house('SUSPENSE')).toBe(-35_000_000n);
  expect((await writeOff(id, '--all')).exit).toBe(0);
  expect(await rows()).toEqual([]);
  await world.assertBooks();
});

it('is for two people, one amount, and happens once when it is given twice at once', async () => {
  const { id } = await removed(btc);
  for (const people of [
    '--reason r',
    '--by finance --approved-by finance --reason r',
    '--by admin --approved-by approver --reason r',
  ])
    expect(await writeOff(id, '--all', people)).toMatchObject({ exit: 1 });
  expect(await writeOff(id, '')).toMatchObject({ exit: 2 });
  expect(await writeOff(id, '--all --amount 1')).toMatchObject({ exit: 2 });
  expect(await writeOff(id, '--amount 0.000000001')).toMatchObject({ exit: 2 });
  expect((await writeOff('999999', '--all')).text).toContain('there is no deposit 999999');
  await fund(btc);
  const before = await world.house('TREASURY');
  const proposed = await writeOff(id, '--amount 0.2', '--by finance --reason gone');
  expect(proposed.text).toMatch(
    /^proposed as 1: deposit \d+ of customer \d+: 0\.20000000 BTC of 1\.00000000 BTC written off/,
  );
  expect(await world.house('TREASURY')).toBe(before);
  const command = world.app.slices.deposits.opsCommands['deposit:write-off'] as Command;
  const { approve } = world.app.slices.staff.proposalCommands(() =>
    isProposable(command) ? command.proposal : undefined,
  );
  expect((await runCommand(world.app, approve, '--id 1 --by approver')).exit).toBe(0);
  expect(await world.house('TREASURY')).toBe(before - 20_000_000n);
  const exits = (await Promise.all([1, 2, 3].map(() => writeOff(id, '--amount 0.3')))).map(({ exit }) => exit);
  expect(exits).toEqual([0, 0, 0]);
  expect(await world.house('TREASURY')).toBe(before - 50_000_000n);
  expect((await writeOff(id, '--amount 0.3 --key second')).exit).toBe(0);
  expect((await writeOff(id, '--amount 0.1 --key second')).text).toContain('used for something else');
  expect(await world.house('TREASURY')).toBe(before - 80_000_000n);
  await world.assertBooks();
});

it('that two people made meanwhile ends its proposal', async () => {
  const { id } = await removed(btc);
  await fund(btc);
  const proposed = await runCommand(
    world.app,
    world.app.slices.deposits.opsCommands['deposit:write-off'],
    `--id ${id} --all --by finance --reason gone`,
  );
  expect((await writeOff(id, '--all')).exit).toBe(0);
  const before = await world.house('TREASURY');
  const approved = await approveProposal(world.app, proposed);
  expect(approved).toMatchObject({ exit: 0, printed: [expect.stringContaining('already written off')] });
  expect(await world.house('TREASURY')).toBe(before);
  const { rows: open } = await world.app.database.query({
    text: 'select id from staff_proposal where outcome is null',
  });
  expect(open).toEqual([]);
  await world.assertBooks();
});

it.each(['write-off:posted', 'write-off:stored', 'write-off:before-commit', 'write-off:committed'])(
  'is made wholly or not at all when the process ends at %s; the same command completes it, or says that it is done',
  async (point) => {
    const { customer, id } = await removed(btc);
    await fund(btc);
    const { staff, alerts, electricity, messages } = world.app.slices;
    const { failpoint, seen } = endsAt(point);
    const authority = await staff.authorise(moneyRoles, { by: 'finance', approvedBy: 'approver' });
    if ('refusal' in authority) throw new Error(authority.refusal);
    const state = async () => [
      await world.house('SUSPENSE'),
      await world.house('TREASURY'),
      await isFrozen(customer),
      (await world.app.notices()).filter(({ to }) => to === customer.account).length,
    ];
    const [suspense = 0n, treasury = 0n] = (await state()) as bigint[];
    const before = await state();
    const deps = { ...staff, ...alerts, ...electricity, ...messages, database: world.app.database, failpoint };
    const request = { id: BigInt(id), amountIn: () => null, keyFor: () => 'of-the-test' };
    const input = { authority, reason: 'gone', now: world.app.clock.now() };
    await expect(writeOffDeposit(deps, request, input)).rejects.toThrow('ended at');
    expect(seen.count).toBe(1);
    const isDone = point === 'write-off:committed';
    if (!isDone) expect(await state()).toEqual(before);
    expect(await rows()).toEqual([]);
    await world.assertBooks();
    expect(await writeOff(id, '--all', `${two} --key of-the-test`)).toEqual({
      exit: 0,
      text: expect.stringContaining(isDone ? 'already written off' : 'the freeze ends'),
    });
    expect(await state()).toEqual([suspense + btc, treasury - btc, false, 1]);
    expect(await rows()).toEqual([]);
    await world.assertBooks();
  },
);

it('waits for an open withdrawal of the customer, and for a COIN UP order in transit: what comes back is taken first', async () => {
  const customer = await world.addCustomer();
  world.pay({ key: customer.key, amount: btc });
  world.mine(needed);
  await world.look();
  const [date, at] = ['2026-03-10', world.app.clock.now()];
  const output = customerAccount(customer.id, 'OUTPUT_ACCOUNT', 'BTC');
  const line = { to: houseAccount('WITHDRAWAL_PENDING', 'BTC'), type: 'WITHDRAW', amount: btc, date } as const;
  const { transferId } = await postTransfer(world.app.database, {
    key: `withdraw:of ${customer.id}`,
    input: 1,
    kind: 'withdrawal',
    businessDate: date,
    postedAt: at,
    postings: [{ from: output, ...line }],
  });
  const { rows: made } = await world.app.database.query<{ id: string }>({
    text: `insert into withdrawal (customer_id, coin, network, address, address_key, amount, fee, date, applied_at, transfer_id)
           values ($1, 'BTC', 'BITCOIN', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', '0014' || repeat('c4', 20), $2, 20000, $3, $4, $5)
           returning id::text`,
    values: [customer.id, btc, date, at, transferId],
  });
  const [withdrawal = ''] = made.map(({ id }) => id);
  await disappear();
  const [deposit] = await world.deposits(customer);
  const id = deposit?.id ?? '';
  await fund(btc);
  const before = await world.house('TREASURY');
  const waits = `customer ${customer.id} has 1.00000000 BTC in withdrawal ${withdrawal}: that ends first`;
  expect(await writeOff(id, '--all')).toEqual({ exit: 1, text: expect.stringContaining(waits) });
  expect([await world.house('TREASURY'), await isFrozen(customer)]).toEqual([before, true]);
  const keep = `insert into deposit_write_off (deposit_id, removal, part, key, amount, transfer_id, written_off_at)
                values ($1, 1, 1, 'k', 1, -1, now())`;
  const inDatabase = () => world.app.owner.query({ text: keep, values: [id] });
  await expect(inDatabase()).rejects.toThrow(`the customer of deposit ${id} has WITHDRAWAL ${withdrawal} in transit`);

  expect(await ops('withdrawal:reject', `--id ${withdrawal} --by finance --reason frozen`)).toMatchObject({ exit: 0 });
  expect(await world.balance(customer)).toBe('1.00000000');
  const order = (state: string) =>
    world.app.owner.query({
      text: `insert into coin_up_order (customer_id, coin, direction, account, amount, date, arrival_date, requested_at, state)
             select $1, 'BTC', 'OUT', 'COIN_UP_ACCOUNT', 1000, $2, $2::date + 1, $3, $4 returning id`,
      values: [customer.id, date, at, state],
    });
  await order('INTRANSIT');
  await expect(inDatabase()).rejects.toThrow(/has ORDER \d+ in transit/);
  await world.app.owner.query({ text: 'delete from coin_up_order where customer_id = $1', values: [customer.id] });
  expect((await writeOff(id, '--all')).text).toContain('has 1.00000000 BTC to take');
  expect((await clawBack(id)).text).toContain('1.00000000 BTC taken');
  expect([await world.balance(customer), await world.house('TREASURY')]).toEqual(['0.00000000', before]);
  expect(await rows()).toEqual([]);
  await world.assertBooks();
});

it('that loses its row is caught by the check of the books, and by the database when it is too much (control)', async () => {
  const { id } = await removed(btc);
  await world.app.without('deposits.write-off', async () => {
    expect((await writeOff(id, '--amount 0.1')).exit).toBe(0);
  });
  await expect(world.assertBooks()).rejects.toThrow('SUSPENSE equals the origins that stand in it');
  expect((await rows()).map(({ check }) => check)).toEqual([
    'a deposit moved what it says, as often as it was removed and mined again',
  ]);
  const keep = (amount: string) =>
    world.app.owner.query({
      text: `insert into deposit_write_off (deposit_id, removal, part, key, amount, transfer_id, written_off_at)
             select $1, 1, 1, 'k', $3, id, posted_at from ledger.transfer where key = $2`,
      values: [id, `deposit:${id}:written-off:1:1`, amount],
    });
  await expect(keep('100000001')).rejects.toThrow(`deposit ${id} lacks 100000000, not 100000001`);
  await keep('10000000');
  await world.assertBooks();
  expect(await rows()).toEqual([]);
});
