// Refilling the hot wallet: two people here, and two real wallets with one holder's key each.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { rowReader } from '../../testing/all-rows.ts';
import { approveProposal } from '../../testing/approve-proposal.ts';
import { consoleClient } from '../../testing/console-client.ts';
import { startColdFixture } from './testing/cold-fixture.ts';

const start = 180_000;
let world: Awaited<ReturnType<typeof startColdFixture>>;
let folder: string;
let finance: ReturnType<typeof consoleClient>;
let approver: ReturnType<typeof consoleClient>;
beforeAll(async () => {
  world = await startColdFixture();
  folder = await mkdtemp(join(tmpdir(), 'lode-refill-'));
  const [first] = (await world.bitcoind.call('deriveaddresses', [world.holders.descriptor, [0, 0]])) as string[];
  await world.bitcoind.pay(first ?? '', '3');
  await world.mine(4);
  [finance, approver] = [consoleClient(world.app.console), consoleClient(world.app.console)];
  for (const [name, { call }] of Object.entries({ finance, approver }))
    await call('loginByPassword', { name, password: 'Lode@Console1' });
}, start);
afterAll(async () => {
  await world?.stop();
  await rm(folder, { recursive: true, force: true });
}, start);

let files = 0;
async function fileOf(text: string): Promise<string> {
  files += 1;
  const path = join(folder, `${files}.psbt`);
  await writeFile(path, text);
  return path;
}

const refill = (amount: string) => world.run('cold:refill', '--amount', amount, ...world.both);
const cancel = () => world.run('cold:refill-cancel', '--by', 'finance');
async function exported(): Promise<string> {
  files += 1;
  const path = join(folder, `${files}.export`);
  const { exit, failed } = await world.run('cold:refill-export', '--file', path, '--by', 'finance');
  if (exit !== 0) throw new Error(failed.join());
  return readFile(path, 'utf8');
}
const submit = async (...texts: string[]) => {
  const [file = '', other] = await Promise.all(texts.map(fileOf));
  return world.run('cold:refill-submit', '--file', file, ...(other ? ['--other-file', other] : []), '--by', 'finance');
};
const underWay = async () => (await approver.call('coldRefill')).data;
const reasonOf = ({ code, data }: { code: number; data: unknown }) => [code, (data as { reason?: string }).reason];
const hotSatoshi = async (): Promise<bigint> => {
  const { rows } = await world.app.owner.query<{ sum: string }>({
    text: 'select coalesce(sum(amount), 0)::text as sum from spendable_output',
  });
  return BigInt(rows[0]?.sum ?? 0);
};

it('takes two people, and refuses more than there is', { timeout: start }, async () => {
  const alone = await world.run('cold:refill', '--amount', '1', '--by', 'finance');
  expect(alone.printed.join()).toMatch(
    /proposed as \d+: 1.00000000 BTC from cold storage to the hot wallet, fee 0\.000/,
  );
  expect(await world.transfers()).toEqual([]);
  expect((await refill('3')).failed.join()).toContain('too little that is final');
  expect((await submit('x')).failed.join()).toContain('no refill under way');
});

it('is signed by two holders, each with a wallet of their own, and its change is cold again', {
  timeout: start,
}, async () => {
  expect(await underWay()).toBeNull();
  const { data: proposed } = await finance.call('propose', {
    action: 'cold:refill',
    options: { amount: '1' },
    reason: '本周提现',
  });
  expect(proposed.summary).toMatch(/^从冷钱包补充 1\.00000000 BTC 到热钱包，手续费 0\.000/);
  expect((await approver.call('approveProposal', { id: proposed.id })).code).toBe(200);
  expect((await refill('1')).failed.join()).toContain('under way');
  const shown = { amount: '1.00000000', wallet: 1, people: ['finance', 'approver'], inputs: 1, signedAt: null };
  expect(await underWay()).toMatchObject(shown);
  const { id = '' } = (await underWay()) ?? {};
  const payload = await exported();
  const file = await approver.call('exportColdRefill', { id, reason: '交给持有人' });
  expect([file.data, file.headers['content-disposition']]).toEqual([payload, expect.stringContaining('.psbt')]);
  const [one, other] = [await world.holders.sign(0, payload), await world.holders.sign(1, payload)];
  expect((await submit(one)).failed.join()).toContain('1 of 2 signatures');
  const given = async (files: string[], of = id) =>
    finance.call('submitColdRefill', { id: of, files, reason: '两位持有人已签' });
  expect(reasonOf(await given([one, one]))).toEqual([40008, expect.stringMatching(/不够：有 1 个，要 2 个/)]);
  expect(reasonOf(await given([one, 'nonsense']))).toEqual([40008, expect.stringContaining('不是 base64 的 PSBT')]);
  expect(reasonOf(await given([one, other], `${Number(id) + 1}`))).toEqual([
    40008,
    expect.stringContaining('没有进行中的补充'),
  ]);
  expect(await given([one, other])).toMatchObject({ code: 200, data: { summary: expect.stringContaining('已广播') } });
  expect(await underWay()).toMatchObject({ id, signedAt: expect.any(String) });
  // The requests come again: its one transaction is sent anew, and nothing is stored.
  const readAll = rowReader(world.app);
  const signed = await readAll();
  world.app.clock.advance({ seconds: 1 });
  expect(await given([one, other])).toMatchObject({ code: 200, data: { summary: expect.stringContaining('已广播') } });
  expect((await approver.call('exportColdRefill', { id, reason: '交给持有人' })).data).toBe(payload);
  expect(await readAll()).toEqual(signed);
  expect(await submit(one, other)).toMatchObject({ exit: 0, printed: [expect.stringContaining('is signed')] });
  await world.assertAll();
  for (let block = 0; block < 4; block += 1) {
    await world.mine();
    await world.assertAll();
  }
  expect(await world.transfers()).toEqual(['REFILL 1 100000000 true']);
  expect(await hotSatoshi()).toBe(100_000_000n);
  const cold = await world.coldSatoshi();
  expect(cold).toBeGreaterThan(199_990_000n);
  expect(cold).toBeLessThan(200_000_000n);
  // Neither an arrival nor TREASURY's: the first one only.
  const { rows } = await world.app.owner.query({ text: 'select from house_arrival' });
  expect(rows).toHaveLength(1);
});

it('refuses files of any other transaction, and signs by one wallet after the other too', {
  timeout: start,
}, async () => {
  await refill('0.5');
  const stale = await exported();
  const { id = '' } = (await underWay()) ?? {};
  const cancelled = await finance.call('cancelColdRefill', { id, reason: '金额不对' });
  expect(cancelled).toMatchObject({ code: 200, data: { summary: expect.stringContaining('请销毁它的文件') } });
  const readAll = rowReader(world.app);
  const gone = await readAll();
  world.app.clock.advance({ seconds: 1 });
  for (const again of [
    await finance.call('cancelColdRefill', { id, reason: '金额不对' }),
    await finance.call('exportColdRefill', { id, reason: '交给持有人' }),
  ])
    expect(reasonOf(again)).toEqual([40008, expect.stringContaining('没有进行中的补充')]);
  expect(await readAll()).toEqual(gone);
  await refill('0.6');
  // A page that still shows the first one cancels no other.
  const late = await finance.call('cancelColdRefill', { id, reason: '金额不对' });
  expect(reasonOf(late)).toEqual([40008, expect.stringContaining('换成另一笔')]);
  expect(await underWay()).toMatchObject({ amount: '0.60000000' });
  const payload = await exported();
  const forged = [await world.holders.sign(0, stale), await world.holders.sign(1, stale)];
  expect((await submit(...forged)).failed.join()).toContain('another transaction than the proposed one');
  const both = await world.holders.sign(2, await world.holders.sign(0, payload));
  expect(await submit(both)).toMatchObject({ exit: 0 });
  await world.mine(4);
  // The cancelled one can never be in a block any more.
  expect((await world.transfers()).slice(1)).toEqual(['REFILL 2 50000000 false', 'REFILL 3 60000000 true']);
  await world.assertAll();
});

it('recognises a cancelled refill that its holders sent by themselves', { timeout: start }, async () => {
  await refill('0.2');
  const payload = await exported();
  await cancel();
  const both = await world.holders.sign(1, await world.holders.sign(0, payload));
  const { hex } = (await world.bitcoind.call('finalizepsbt', [both])) as { hex: string };
  const before = await hotSatoshi();
  await world.bitcoind.call('sendrawtransaction', [hex]);
  await world.assertAll();
  await world.mine(4);
  expect((await world.transfers()).at(-1)).toBe('REFILL 4 20000000 true');
  expect((await hotSatoshi()) - before).toBe(20_000_000n);
  await world.assertAll();
});

it('is approved by its number as it was proposed, and as nothing else', { timeout: start }, async () => {
  const propose = () => world.run('cold:refill', '--amount', '0.1', '--by', 'finance');
  const proposed = await propose();
  const [, txid = ''] = /transaction ([0-9a-f]{64})/.exec(proposed.printed.join()) ?? [];
  // The node asks for another fee by now: what both people saw is built all the same.
  const { feeRate } = world.chain;
  world.chain.feeRate = async () => ({ unit: 'SAT_PER_KVB', rate: 30_000n });
  onTestFinished(() => {
    world.chain.feeRate = feeRate;
  });
  expect(await approveProposal(world.app, proposed)).toMatchObject({ exit: 0 });
  const { rows } = await world.app.owner.query<{ txid: string }>({
    text: 'select txid from cold_payment where transfer_id = (select max(id) from cold_transfer)',
  });
  expect(rows).toEqual([{ txid }]);
  await cancel();
  const second = await propose();
  const [first] = (await world.bitcoind.call('deriveaddresses', [world.holders.descriptor, [40, 40]])) as string[];
  await world.bitcoind.pay(first ?? '', '5');
  await world.mine(4);
  const known = await world.transfers();
  const { exit, failed } = await approveProposal(world.app, second);
  expect([exit, failed.join()]).toEqual([1, expect.stringContaining('cold storage is not what it was')]);
  expect(await world.transfers()).toEqual(known);
});

it('pays at most a hundredth of it as its fee', { timeout: start }, async () => {
  const { feeRate } = world.chain;
  world.chain.feeRate = async () => ({ unit: 'SAT_PER_KVB', rate: 100_000n });
  onTestFinished(() => {
    world.chain.feeRate = feeRate;
  });
  const known = await world.transfers();
  const { exit, failed } = await refill('0.01');
  expect([exit, failed.join()]).toEqual([1, expect.stringContaining('more than a hundredth of the amount')]);
  expect(await world.transfers()).toEqual(known);
  expect(await refill('0.1')).toMatchObject({ exit: 0 });
  await cancel();
});

it('the database asks for two people by itself', async () => {
  const insert = (by: string, approver: string) =>
    world.app.owner.query({
      text: `insert into cold_transfer (kind, network, wallet_id, cold_number, amount, begun_at, added_by, approved_by)
        select 'REFILL', 'BITCOIN', w.id, 9, 1, now(), a.id, b.id from cold_wallet w, staff a, staff b where a.name = '${by}' and b.name = '${approver}'`,
    });
  await expect(insert('finance', 'finance')).rejects.toThrow(/APPROVER|two_people/);
  await expect(insert('admin', 'approver')).rejects.toThrow(/needs an active FINANCE/);
});
