/** Proves that a repair ticket is opened once for a machine, that only what is written for the customer reaches the owner, and that what is done stays so. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { addStaff } from '../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../testing/console-client.ts';
import { addMachine } from '../../testing/machines.ts';

let app: TestApp;
let call: ReturnType<typeof consoleClient>['call'];
let customer: TestCustomer;
let other: TestCustomer;
let machine: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00Z', env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  [customer, other] = [await app.createCustomer(), await app.createCustomer()];
  const startTime = '2026-03-09T00:00:00Z';
  machine = String(await addMachine(app, { machineNo: 'R-1', account: customer.account, startTime }));
  await addMachine(app, { machineNo: 'R-2', account: other.account, startTime });
  ({ call } = consoleClient(app.console));
  await call('loginByPassword', { name: 'operations', password: 'Lode@Console1' });
});
afterAll(() => app.stop());

let ticket: string;
const audited = async () =>
  (
    await app.owner.query<{ action: string; reason: string; detail: Record<string, string> }>({
      text: `select action, reason, detail - 'session' - 'origin' as detail from audit_log where subject = $1 order by id`,
      values: [`repair ticket ${ticket}`],
    })
  ).rows;
/** As a page reads it at this moment. */
const versionNow = async (id: string) => (await call('repair', { id })).data.ticket.version;
const note = async (input: { id?: string; audience: 'INTERNAL' | 'CUSTOMER'; text: string; version?: number }) => {
  const { id = ticket } = input;
  return call('noteRepair', { id, ...input, version: input.version ?? (await versionNow(id)) });
};
const change = async (input: object) =>
  call('changeRepair', { id: ticket, reason: 'r', version: await versionNow(ticket), ...input });
const messagesOf = async ({ caller }: TestCustomer) => (await app.data('messagePage', {}, caller)).records;

describe('a repair ticket', () => {
  it('is opened once for a machine, and listed with it', async () => {
    const { code, data } = await call('openRepair', { machine, title: ' 风扇异响 ' });
    expect(code).toBe(200);
    ticket = data.id;
    expect(await call('openRepair', { machine, title: '再开一张' })).toMatchObject({
      code: 40008,
      data: { reason: '这台矿机已有未完成的维修工单' },
    });
    expect((await call('openRepair', { machine: '999999', title: 'x' })).code).toBe(40008);
    for (const title of ['', '  ', 'a\nb', 'x'.repeat(101)])
      expect((await call('openRepair', { machine, title })).code).toBe(400);
    const { records } = (await call('repairList', { machine })).data;
    expect(records).toEqual([
      {
        id: ticket,
        machine,
        machineNo: 'R-1',
        customer: String(customer.id),
        site: '乐山二期',
        title: '风扇异响',
        status: 'OPEN',
        assignee: null,
        openedBy: 'operations',
        openedAt: '2026-03-10T04:00:00.000Z',
        changedAt: '2026-03-10T04:00:00.000Z',
        version: 1,
      },
    ]);
    expect((await call('repairList', { machine: '999999' })).data.records).toEqual([]);
  });

  it('tells its owner what is written for the customer, and nothing else', async () => {
    const before = (await messagesOf(customer)).length;
    expect((await note({ audience: 'INTERNAL', text: '客户态度不好，备件缺货' })).code).toBe(200);
    expect(await messagesOf(customer)).toHaveLength(before);
    expect((await note({ audience: 'CUSTOMER', text: '正在更换风扇' })).code).toBe(200);
    const [newest, ...rest] = await messagesOf(customer);
    expect(newest).toMatchObject({ kind: 'MACHINE', text: '矿机 R-1 维修进展：正在更换风扇' });
    expect(JSON.stringify(newest)).toContain(machine);
    expect(rest).toHaveLength(before);
    expect(JSON.stringify(await messagesOf(customer))).not.toContain('缺货');
    expect(JSON.stringify(await messagesOf(other))).not.toContain('R-1');
    const { notes } = (await call('repair', { id: ticket })).data;
    expect(notes.map(({ audience, by }) => [audience, by])).toEqual([
      ['CUSTOMER', 'operations'],
      ['INTERNAL', 'operations'],
    ]);
    for (const text of ['', ' ', 'x'.repeat(501)]) expect((await note({ audience: 'CUSTOMER', text })).code).toBe(400);
  });

  it('reaches its owner once when the answer was lost and the note is sent again, from the page of before or a newer one', async () => {
    const before = (await messagesOf(customer)).length;
    const again = { audience: 'CUSTOMER' as const, text: '正在更换风扇' };
    const version = await versionNow(ticket);
    for (const sent of [{ ...again, version: version - 1 }, again])
      expect(await note(sent)).toMatchObject({
        code: 40008,
        data: { reason: expect.stringContaining('没有再写一次') },
      });
    expect(await versionNow(ticket)).toBe(version);
    expect(await messagesOf(customer)).toHaveLength(before);
  });

  it('is not changed by a member who has not seen what another did', async () => {
    const version = await versionNow(ticket);
    const first = { audience: 'INTERNAL' as const, text: '已下单', version };
    expect((await note(first)).code).toBe(200);
    const refused = { code: 40008, data: { reason: `维修工单 ${ticket} 刚刚变了，请看过再提交` } };
    expect(await note({ ...first, audience: 'CUSTOMER', text: '备件明天到' })).toMatchObject(refused);
    expect(await change({ status: 'WAITING', version })).toMatchObject(refused);
    const read = await versionNow(ticket);
    const [one, two] = await Promise.all([
      change({ status: 'WAITING', version: read }),
      change({ status: 'WORKING', version: read }),
    ]);
    expect([one.code, two.code].toSorted()).toEqual([200, 40008]);
    expect((await change({ status: 'OPEN' })).code).toBe(200);
  });

  it('is given to a member who works on repairs, and to no other', async () => {
    expect((await change({ status: 'WORKING', assignee: 'operations' })).code).toBe(200);
    expect((await change({ status: 'WORKING', assignee: 'operations' })).code).toBe(40008);
    for (const assignee of ['finance', 'unknown']) expect((await change({ assignee })).code).toBe(40008);
    expect((await call('repairList', { assignee: 'operations' })).data.records).toHaveLength(1);
    expect((await change({ assignee: null })).code).toBe(200);
    expect((await call('repairList', { assignee: 'operations' })).data.records).toHaveLength(0);
    expect((await call('repairList', { status: 'WORKING' })).data.records).toHaveLength(1);
  });

  it('stays as it is once it is done, and another may be opened', async () => {
    expect((await change({ status: 'DONE', reason: '已换风扇' })).code).toBe(200);
    const done = { code: 40008, data: { reason: `维修工单 ${ticket} 已完成` } };
    expect(await change({ status: 'OPEN' })).toMatchObject(done);
    expect(await note({ audience: 'INTERNAL', text: 'x' })).toMatchObject(done);
    expect((await call('repairList')).data.records).toEqual([]);
    expect((await call('repairList', { machine })).data.records).toHaveLength(1);
    expect((await call('repairList', { machine, status: 'DONE' })).data.records).toHaveLength(1);
    expect((await call('repairList', { machine, status: 'OPEN' })).data.records).toEqual([]);
    expect((await audited()).map(({ action, reason }) => [action, reason])).toEqual([
      ['repair:open', '风扇异响'],
      ['repair:note', '客户态度不好，备件缺货'],
      ['repair:note', '正在更换风扇'],
      ['repair:note', '已下单'],
      ['repair:change', 'r'],
      ['repair:change', 'r'],
      ['repair:change', 'r'],
      ['repair:change', 'r'],
      ['repair:change', '已换风扇'],
    ]);
    expect((await audited())[2]?.detail).toEqual({ audience: 'CUSTOMER', customer: String(customer.id) });
    expect((await call('openRepair', { machine, title: '又响了' })).code).toBe(200);
  });

  it('takes 200 notes', async () => {
    const [open] = (await call('repairList')).data.records;
    const id = open?.id ?? '';
    await app.owner.query({
      text: `insert into repair_note (ticket_id, staff_id, audience, text, at)
             select $1, (select id from staff where name = 'operations'), 'INTERNAL', 'n', now() from generate_series(1, 200)`,
      values: [id],
    });
    expect((await note({ id, audience: 'INTERNAL', text: 'x' })).code).toBe(40008);
    await expect(
      app.owner.query({
        text: `insert into repair_note (ticket_id, staff_id, audience, text, at)
               values ($1, (select id from staff where name = 'operations'), 'INTERNAL', 'n', now())`,
        values: [id],
      }),
    ).rejects.toThrow('has 200 notes');
  });

  it('leads its owner nowhere else: a note with a link, a mail address or a number is refused, and no message goes out', async () => {
    const owner = await app.createCustomer();
    const added = await addMachine(app, { machineNo: 'R-9001-17', account: owner.account });
    const { id } = (await call('openRepair', { machine: String(added), title: '掉算力' })).data;
    const ofMachine = async () => (await messagesOf(owner)).filter(({ kind }) => kind === 'MACHINE');
    const wrong: Record<string, string[]> = {
      链接: [
        '请到 https://lode.example 补交运费',
        '打开 lode-pay.com',
        '打开 ｌｏｄｅ．ｃｏｍ',
        '打开 lo\u200bde.com',
        '打开 lode 。com',
      ],
      邮箱地址: ['请写信到 a@b.cn', '请写信到 a＠b.cn'],
      电话号码: ['请打 13800000009', '请打 +86 138-0000-0009', '请打（010）6555 0000', '请打 幺三八零零零零零零零九'],
      其他联系方式: ['请加微信 lode8', '加 QQ 群'],
    };
    for (const [name, texts] of Object.entries(wrong))
      for (const text of texts)
        expect(await note({ id, audience: 'CUSTOMER', text }), text).toMatchObject({
          code: 40008,
          data: { reason: `给客户的记录里不能有链接、邮箱、电话或其他联系方式：这里有${name}` },
        });
    expect(await ofMachine()).toEqual([]);
    expect((await note({ id, audience: 'INTERNAL', text: '供应商电话 13800000009' })).code).toBe(200);
    const right = '矿机 R-9001-17 的 3 号算力板 2026-03-12 14:30 已更换，2026年3月15日 前完成测试，约 3.5 小时';
    expect((await note({ id, audience: 'CUSTOMER', text: right })).code).toBe(200);
    const figures = '风扇 OK。PSU 已更换，温度 78 81 83 80，算力 110.5 - 112.3 TH/s';
    expect((await note({ id, audience: 'CUSTOMER', text: figures })).code).toBe(200);
    expect(await ofMachine()).toHaveLength(2);
  });

  it.each([
    [`update repair_ticket set status = 'OPEN', closed_at = null where status = 'DONE'`, 'is done'],
    ['delete from repair_ticket', 'a repair is kept'],
    [`update repair_note set text = 'x'`, 'written once'],
    ['delete from repair_note', 'written once'],
  ])('the database refuses %s, to the owner of the schema too', async (text, words) => {
    await expect(app.owner.query({ text })).rejects.toThrow(words);
  });
});
