// The operator's own coins leave only to destinations that two people added and that are in force, and never more than TREASURY has
// in the wallets. The figures are those of docs/golden/treasury.md.
import { houseAccount, postTransfer, readBalances } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { giveToTreasury } from '../../../testing/gift.ts';
import { bitcoinAddress, evmAddress, startWithdrawalFixture } from '../../../testing/withdrawal-fixture.ts';
import { requestTreasuryPayment } from './pay-from-treasury.ts';

const two = '--by finance --approved-by approver --reason agreed';
const account = houseAccount('TREASURY', 'BTC');
let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
beforeAll(async () => {
  world = await startWithdrawalFixture({ now: '2026-03-10T04:00:00.000Z' });
  await giveToTreasury(world.app, 'BTC', 100_000_000n, 'CUSTODY');
  await add('vault', 'BITCOIN', bitcoinAddress);
  await add('exchange', 'ERC20', evmAddress);
  world.app.clock.set(new Date('2026-03-11T04:00:00.000Z'));
});
afterAll(() => world?.stop());

const add = (name: string, network: string, address: string) =>
  world.ops('destination:add', `--name ${name} --network ${network} --address ${address} ${two}`);
const remove = (name: string) => world.ops('destination:remove', `--name ${name} --by approver --reason closed`);
const pay = (args: string) => world.ops('treasury:pay', `--coin BTC ${args} ${two}`);
const treasury = async () => (await readBalances(world.app.database, [account])).get(account)?.posted;
async function newest() {
  const { rows } = await world.app.owner.query<{ id: string; phase: string; customer: string | null }>({
    text: 'select id::text, phase, customer_id::text as customer from withdrawal order by withdrawal.id desc limit 1',
  });
  return rows[0];
}

/** What the check of the books says of payments out of TREASURY. */
async function checkByHand(db: Parameters<(typeof world.app.slices.suspense.bookChecks)[number]>[0]) {
  const found = [];
  for (const check of world.app.slices.suspense.bookChecks) found.push(...(await check(db)));
  return found.filter(({ check }) => check.startsWith('treasury pays'));
}

let keys = 0;
/** One that waits for its signatures; its id. */
async function requested(destination: string, amount: bigint): Promise<string> {
  const { rows } = await world.app.owner.query<{ id: bigint }>({ text: `select id from staff where name = 'finance'` });
  const finance = { id: rows[0]?.id ?? 0n, name: 'finance', role: 'FINANCE', status: 'ACTIVE' } as const;
  const result = await requestTreasuryPayment(
    { database: world.app.database, recordAudit: async () => undefined },
    { coin: 'BTC', destination, amount, key: `test-${++keys}` },
    { authority: { by: finance, approver: null }, reason: 'agreed', now: world.app.clock.now() },
  );
  if ('refused' in result) throw new Error(result.refused.en);
  return String(result.id);
}

it('takes the amount once per command and starts the payment that two people approved', async () => {
  const args = '--destination vault --amount 0.4';
  const { exit, printed } = await pay(args);
  const made = await newest();
  expect({ exit, printed, made }).toEqual({
    exit: 0,
    printed: [`withdrawal ${made?.id}, 0.40000000 BTC of TREASURY to vault: its payment begins`],
    made: { id: made?.id, phase: 'APPROVED', customer: null },
  });
  expect(await world.started()).toContain(made?.id);
  expect(await pay(args)).toMatchObject({ exit: 0, printed });
  expect([await newest(), await treasury()]).toEqual([made, 60_000_000n]);
});

it('takes nothing while it is only proposed', async () => {
  const before = await treasury();
  const { printed } = await world.ops(
    'treasury:pay',
    '--coin BTC --destination vault --amount 0.1 --by finance --reason x',
  );
  expect(printed[0]).toContain(`0.10000000 BTC of TREASURY to vault, ${bitcoinAddress} on BITCOIN`);
  expect(await treasury()).toBe(before);
});

it('gives a rejected amount back to TREASURY, and offsets none', async () => {
  const before = await treasury();
  const id = await requested('vault', 10_000_000n);
  expect(await treasury()).toBe((before ?? 0n) - 10_000_000n);
  expect((await world.offset(id, 'OUTPUT')).failed[0]).toContain('the coins are the operator’s own');
  expect((await world.reject(id)).exit).toBe(0);
  expect([await newest(), await treasury()]).toEqual([{ id, phase: 'REJECTED', customer: null }, before]);
});

it.each([
  ['an unknown destination', 'nowhere', '0.1', 'there is no destination nowhere'],
  ['a destination of another network', 'exchange', '0.1', 'exchange is an address of ERC20, where no BTC is paid'],
  ['more than TREASURY has', 'vault', '5', 'treasury has only 0.6'],
])('refuses %s', async (_what, destination, amount, message) => {
  const before = [await newest(), await treasury()];
  const { exit, failed } = await pay(`--destination ${destination} --amount ${amount}`);
  expect([exit, failed[0]]).toEqual([1, expect.stringContaining(`refused: ${message}`)]);
  expect([await newest(), await treasury()]).toEqual(before);
});

it('refuses a destination until its security hold is over, at the database too', async () => {
  const address = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
  expect(await add('second', 'BITCOIN', address)).toMatchObject({ exit: 0 });
  const [tooEarly, inForce] = ['2026-03-12T03:59:59.999Z', '2026-03-12T04:00:00.000Z'];
  world.app.clock.set(new Date(tooEarly));
  const refusal = `refused: second is paid from ${inForce} on`;
  expect((await pay('--destination second --amount 0.01')).failed[0]).toBe(refusal);
  const insert = (to: string, at: string) =>
    world.app.database.query({
      text: `insert into withdrawal (destination_id, coin, network, address, address_key, amount, fee, date, applied_at, transfer_id)
             select id, 'BTC', network, ${to}, address_key, 1, 0, '2026-03-12', $1::timestamptz, -1 from treasury_destination where name = 'second'`,
      values: [at],
    });
  await expect(insert('address', tooEarly)).rejects.toThrow('only to a destination that is in force');
  await expect(insert(`'${bitcoinAddress}'`, inForce)).rejects.toThrow('only to a destination that is in force');
  world.app.clock.set(new Date(inForce));
  expect((await pay('--destination second --amount 0.01')).exit).toBe(0);
});

it('approves nothing to a destination that was removed meanwhile', async () => {
  const id = await requested('second', 1_000_000n);
  expect((await world.propose(id)).exit).toBe(0);
  expect((await remove('second')).exit).toBe(0);
  expect((await world.approve(id)).failed[0]).toContain('its destination was removed');
  expect((await pay('--destination second --amount 0.011')).exit).toBe(1);
  const review = `insert into withdrawal_review (withdrawal_id, part, staff_id, reason, at)
                  select $1, 'APPROVED', id, 'x', now() from staff where name = 'approver'`;
  await world.app.database.query({ text: review, values: [id] });
  const approve = { text: `update withdrawal set phase = 'APPROVED' where id = $1`, values: [id] };
  await expect(world.app.database.query(approve)).rejects.toThrow('only to a destination that is in force');
  await world.app.owner.query({ text: `delete from withdrawal_review where withdrawal_id = $1`, values: [id] });
  expect((await world.reject(id)).exit).toBe(0);
});

it('is repeated after its destination was removed, and answered as the first time', async () => {
  expect((await add('third', 'BITCOIN', bitcoinAddress)).exit).toBe(0);
  world.app.clock.set(new Date('2026-03-14T04:00:00.000Z'));
  const args = '--destination third --amount 0.02 --key once';
  const first = await pay(args);
  expect(first.exit).toBe(0);
  const made = [await newest(), await treasury()];
  expect((await remove('third')).exit).toBe(0);
  expect(await pay(args)).toEqual(first);
  expect([await newest(), await treasury()]).toEqual(made);
  expect((await pay('--destination third --amount 0.03 --key once')).failed[0]).toContain(
    'was used for something else',
  );
  expect((await pay('--destination vault --amount 0.02 --key once')).failed[0]).toContain(
    'was used for something else',
  );
  expect((await pay('--destination third --amount 0.02 --key twice')).failed[0]).toContain('no destination third');
});

it('pays no coins that were put in by hand: they are in no wallet, at the database neither', async () => {
  const before = 57_000_000n;
  expect(await treasury()).toBe(before);
  await giveToTreasury(world.app, 'BTC', 300_000_000n);
  const payable = `${formatAmount(before, 'BTC')} BTC in the wallets: 3.00000000 BTC were put in by hand`;
  const refusal = `refused: treasury has only ${payable} and lie outside them`;
  const tooMuch = formatAmount(before + 1n, 'BTC');
  expect(await pay(`--destination vault --amount ${tooMuch}`)).toMatchObject({ exit: 1, failed: [refusal] });
  const made = await newest();
  await expect(requested('vault', before + 1n)).rejects.toThrow(payable);
  expect([await newest(), await treasury()]).toEqual([made, before + 300_000_000n]);
  expect((await pay(`--destination vault --amount ${formatAmount(before, 'BTC')}`)).exit).toBe(0);
  expect(await checkByHand(world.app.database)).toEqual([]);
  expect((await pay('--destination vault --amount 0.00000001')).failed[0]).toContain(
    'only 0.00000000 BTC in the wallets',
  );
  // Without the application: the amount has left TREASURY, and the row of its payment is refused.
  const key = 'treasury-pay:beyond';
  const beyond = world.app.database.transaction(async (dbTx) => {
    const { transferId } = await postTransfer(dbTx, {
      key,
      input: null,
      kind: 'treasury-payment',
      businessDate: '2026-03-14',
      postedAt: world.app.clock.now(),
      postings: [
        {
          from: account,
          to: houseAccount('WITHDRAWAL_PENDING', 'BTC'),
          type: 'WITHDRAW',
          amount: 1n,
          date: '2026-03-14',
        },
      ],
    });
    await dbTx.query({
      text: `insert into withdrawal (destination_id, coin, network, address, address_key, amount, fee, date, applied_at, transfer_id)
             select id, 'BTC', network, address, address_key, 1, 0, '2026-03-14', $1::timestamptz, $2 from treasury_destination where name = 'vault'`,
      values: [world.app.clock.now(), transferId],
    });
  });
  await expect(beyond).rejects.toThrow('were put in by hand and are in no wallet');
});

it('that used coins put in by hand is found by the check of the books (control)', async () => {
  const date = '2026-03-14';
  const found = await world.app.owner
    .transaction(async (dbTx) => {
      await postTransfer(dbTx, {
        key: 'treasury-pay:found',
        input: null,
        kind: 'treasury-payment',
        businessDate: date,
        postedAt: world.app.clock.now(),
        postings: [
          { from: account, to: houseAccount('WITHDRAWAL_PENDING', 'BTC'), type: 'WITHDRAW', amount: 1n, date },
        ],
      });
      throw Object.assign(new Error('rolled back'), { found: await checkByHand(dbTx) });
    })
    .catch((error: { found?: unknown }) => error.found);
  expect(found).toMatchObject([
    {
      check: 'treasury pays no coins on chain that were put in by hand',
      expected: 'at least 300000000 left',
      found: '299999999',
    },
  ]);
});

it('refuses a name that is taken, an address of the product, less than a day of hold, and one person for both parts', async () => {
  expect((await add('vault', 'ERC20', evmAddress)).failed[0]).toContain('vault is a destination already');
  const { owner, database } = world.app;
  const own = `insert into house_address (network, number, address, key)
               select network, 7, address, address_key from treasury_destination where name = 'exchange'`;
  await owner.query({ text: own });
  expect((await add('own', 'ERC20', evmAddress)).failed[0]).toContain('OWN_ADDRESS');
  const alone = `insert into treasury_destination (name, network, address, address_key, added_at, added_by, approved_by, in_force_from)
                 select 'alone', 'BITCOIN', '${bitcoinAddress}', '0014', now(), id, id, now() from staff where name = $1`;
  const early = `insert into treasury_destination (name, network, address, address_key, added_at, added_by, approved_by, in_force_from)
                 select 'early', 'BITCOIN', '${bitcoinAddress}', '0014' || repeat('ef', 20), now(), finance.id, approver.id, now() + interval '24 hours' - interval '1 second'
                 from staff finance, staff approver where finance.name = 'finance' and approver.name = 'approver'`;
  await expect(database.query({ text: early })).rejects.toThrow('in_force_after_a_day');
  for (const name of ['finance', 'approver'])
    await expect(database.query({ text: alone, values: [name] })).rejects.toThrow('FINANCE and an active APPROVER');
});
