// Content in the console: written, seen as a phone shows it, proposed, approved by another, confirmed by customers, taken back.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../../testing/app.ts';
import { addStaff } from '../../../testing/commands.ts';
import { consoleOrigin, type StaffClients, staffClients } from '../../../testing/console-client.ts';
import { smallPicture } from '../../../testing/pictures.ts';

let app: TestApp;
let [one, two, vip]: TestCustomer[] = [];
let by: StaffClients;

beforeAll(async () => {
  app = await startTestApp({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  await addStaff(app);
  [one, two, vip] = [
    await app.createCustomer(),
    await app.createCustomer(),
    await app.createCustomer({ tags: ['vip'] }),
  ];
  by = await staffClients(app.console, ['support', 'admin', 'approver', 'auditor']);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.owner.query({ text: 'delete from forced_notice_confirmation' });
  await app.owner.query({ text: `delete from content_revision where created_by <> 'start'` });
});

const forced = (html = '<p>停电</p>', more: object = {}) => ({ kind: 'forced', name: 'power-cut', html, ...more });
async function saved(written: object): Promise<string> {
  const { data } = await by('support').call('saveContent', written);
  expect(data.faults).toEqual([]);
  return data.id ?? '';
}
const publication = (id: string) => ({ action: 'content:publish' as const, options: { id } });
async function proposed(proposal: { action: string; options: Record<string, string> }): Promise<string> {
  const { data, code } = await by('support').call('propose', { ...proposal, reason: 'announced' });
  expect(code).toBe(200);
  return data.id;
}
async function approved(id: string) {
  return by('approver').call('approveProposal', { id });
}
async function published(written: object): Promise<string> {
  const id = await saved(written);
  expect((await approved(await proposed(publication(id)))).code).toBe(200);
  return id;
}
const summaryOfProposal = async (id: string) => (await by('approver').call('proposal', { id })).data.proposal.summary;
const noticesOf = async ({ caller }: TestCustomer) =>
  (await app.data('forcedNoticeList', {}, caller)).map(({ id }) => id);
const confirm = ({ caller }: TestCustomer, notifyId: string) => app.data('confirmForcedNotice', { notifyId }, caller);
const reasonOf = ({ data }: { data: unknown }) => (data as { reason: string }).reason;
const count = async () => (await app.database.query({ text: 'select from content_revision' })).rowCount;
const audited = async (action: string) =>
  (await app.database.query<{ detail: object }>({ text: `select detail from audit_log where action = '${action}'` }))
    .rows;

describe('a form', () => {
  it.each([
    [{ kind: 'banner', name: 'a' }, 'image', '请填写'],
    [{ kind: 'notice', name: 'a', title: 'x' }, 'text', '请填写'],
    [{ kind: 'notice', name: 'a b', title: 'x', text: 'x' }, 'name', '小写字母'],
    [{ kind: 'notice', name: 'a', title: 'x', text: 'x'.repeat(501) }, 'text', '500'],
    [{ kind: 'notice', name: 'a', title: '长'.repeat(61), text: 'x' }, 'title', '60'],
    [{ kind: 'notice', name: 'a', title: 'x', text: 'x', order: 1000 }, 'order', '999'],
    [{ kind: 'notice', name: 'a', title: 'x', text: 'x', audience: 'x'.repeat(65) }, 'audience', '64'],
    [forced('<script>x</script>'), 'html', '没有可以显示'],
    [forced(`<p>${'长'.repeat(20_000)}</p>`), 'html', '20000'],
    [forced('<p>x</p>', { title: 'x' }), 'title', '强制公告没有这一项'],
    [forced('<p>x</p>', { to: '2026-03-01T00:00:00.000Z' }), 'to', '已过'],
    [forced('<p>x</p>', { from: '2026-04-02T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' }), 'to', '早于开始'],
    [forced('<p>x</p>', { image: `/api/content/image/${'0'.repeat(64)}.png` }), 'image', '没有上传过'],
    [{ kind: 'popup', name: 'a', url: 'javascript:alert(1)' }, 'url', 'https://'],
    [{ kind: 'popup', name: 'a', url: 'https://a@b.example' }, 'url', '用户名'],
    [{ kind: 'agreement', name: 'terms', version: '1', title: 'x', text: 'x' }, 'name', 'user_agreement'],
    [{ kind: 'agreement', name: 'about', version: '2026-01', title: 'x', text: 'x' }, 'version', '发布过'],
    [{ kind: 'version', name: '1.10.0.0', html: '<p>x</p>' }, 'name', '1.4.2.0'],
  ])('says by field what is wrong, and saves nothing: %j', async (written, field, reason) => {
    const before = await count();
    for (const call of ['previewContent', 'saveContent'] as const) {
      const { data, code } = await by('support').call(call, written);
      expect(code).toBe(200);
      expect(data.faults, call).toContainEqual({ field, reason: expect.stringContaining(reason) });
    }
    expect(await count()).toBe(before);
  });

  it('shows what a phone would, and what was taken out', async () => {
    const { data } = await by('support').call('previewContent', forced('<p onclick="x()">停电 &lt; 一天</p>'));
    expect(data).toMatchObject({ faults: [], removed: ['<p onclick>'], customers: 3 });
    expect(data.shown?.body).toEqual([
      { of: 'OPEN', value: 'p' },
      { of: 'TEXT', value: '停电 < 一天' },
      { of: 'CLOSE', value: 'p' },
    ]);
    expect((await by('support').call('previewContent', forced('<p>x</p>', { audience: 'vip' }))).data.customers).toBe(
      1,
    );
  });

  it('is one draft however often it is saved, and no customer sees it', async () => {
    const id = await saved(forced());
    expect((await by('support').call('saveContent', forced())).data).toEqual({ faults: [], id, isNew: false });
    expect(await noticesOf(one as TestCustomer)).toEqual([]);
    expect(await audited('content:draft')).toHaveLength(1);
  });
});

describe('an image', () => {
  const upload = (bytes: Buffer) => by('support').call('uploadImage', { bytes: bytes.toString('base64') });

  it('is stored by its bytes, served beside the console, and used by its address', async () => {
    const { data } = await upload(smallPicture);
    expect(data).toMatchObject({ width: 1, height: 1 });
    const reply = await app.console.inject({ method: 'GET', url: data.address });
    expect([reply.statusCode, reply.headers['content-type'], reply.rawPayload]).toEqual([
      200,
      'image/png',
      smallPicture,
    ]);
    expect(reply.headers['content-security-policy']).toContain('sandbox');
    await published({ kind: 'banner', name: 'spring', image: data.address });
    expect(await app.data('bannerList', {})).toMatchObject([{ img: data.address }]);
    expect(await audited('content:image')).not.toEqual([]);
  });

  it.each([
    ['text', Buffer.from('<svg/>'), '不是完整的'],
    ['one that is cut off', smallPicture.subarray(0, 40), '不是完整的'],
    ['one with something behind it', Buffer.concat([smallPicture, Buffer.from('<script>')]), '不是完整的'],
    ['one that is too large', Buffer.alloc(1024 * 1024 + 1), '1024 KB'],
  ])('is refused: %s', async (_name, bytes, reason) => {
    const refused = await upload(bytes);
    expect([refused.code, reasonOf(refused)]).toEqual([40008, expect.stringContaining(reason)]);
  });
});

describe('publishing', () => {
  it('shows the second person every part that counts, and customers the text when it is approved', async () => {
    const id = await saved(forced('<p>停电</p>', { audience: 'vip', to: '2026-04-01T00:00:00.000Z' }));
    const { hash } = (await by('auditor').call('contentRevision', { id })).data;
    const proposal = await proposed(publication(id));
    const { data } = await by('approver').call('proposal', { id: proposal });
    for (const part of ['强制公告 power-cut', `编号 ${id}`, '批准时', '2026-04-01', '标签 vip', '不取代别的', hash])
      expect(data.effect).toContain(part);
    expect(await noticesOf(vip as TestCustomer)).toEqual([]);
    expect((await by('approver').call('approveProposal', { id: proposal, effect: data.effect ?? '' })).code).toBe(200);
    expect(await noticesOf(vip as TestCustomer)).toEqual([id]);
    expect(await noticesOf(one as TestCustomer)).toEqual([]);
    const { revision } = (await by('auditor').call('contentRevision', { id })).data;
    expect(revision).toMatchObject({
      state: 'IN_FORCE',
      publishedBy: 'support',
      approvedBy: 'approver',
      createdBy: 'support',
    });
  });

  it('is refused when it would replace another revision than the one that was read', async () => {
    const waiting = await proposed(publication(await saved(forced('<p>二</p>'))));
    await published(forced('<p>一</p>'));
    const refused = await approved(waiting);
    expect([refused.code, reasonOf(refused)]).toEqual([40008, expect.stringContaining('重新提议')]);
  });

  it('is bound to what stands at its own start, and to what is planned to replace it', async () => {
    const [first, second, last] = ['2026-04-01', '2026-05-01', '2026-06-01'].map((date) => `${date}T00:00:00.000Z`);
    const now = await published(forced('<p>一</p>'));
    const waiting = await proposed(publication(await saved(forced('<p>三</p>', { from: second }))));
    expect(await summaryOfProposal(waiting)).toContain(`取代编号 ${now}`);
    const between = await published(forced('<p>二</p>', { from: first }));
    const refused = await approved(waiting);
    expect([refused.code, reasonOf(refused)]).toEqual([40008, expect.stringContaining('重新提议')]);
    const again = await proposed(publication(await saved(forced('<p>三</p>', { from: second }))));
    expect(await summaryOfProposal(again)).toContain(`取代编号 ${between}`);
    const ahead = await published(forced('<p>四</p>', { from: last }));
    expect((await approved(again)).code).toBe(40008);
    const third = await saved(forced('<p>三</p>', { from: second }));
    const once = await proposed(publication(third));
    expect(await summaryOfProposal(once)).toContain(`之后由已排好的编号 ${ahead} 取代`);
    expect((await approved(once)).code).toBe(200);
    // What begins now lasts until the first of them.
    const short = await proposed(publication(await saved(forced('<p>五</p>'))));
    expect(await summaryOfProposal(short)).toContain(`之后由已排好的编号 ${between}, ${third}, ${ahead} 取代`);
  });

  it('is not proposed twice, nor of what has ended, nor under a version that was used', async () => {
    const id = await published(forced());
    const soon = new Date(app.clock.now().getTime() + 60_000).toISOString();
    const ending = await saved(forced('<p>x</p>', { to: soon }));
    const text = { kind: 'agreement', name: 'about', version: '9', title: 'x' };
    const other = await saved({ ...text, text: 'x' });
    await published({ ...text, text: 'y' });
    app.clock.advance({ minutes: 1 });
    for (const [proposal, reason] of [
      [publication(id), '已发布过'],
      [publication('999999'), '没有编号'],
      [publication(ending), '已过'],
      [publication(other), '发布过，请用另一个'],
    ] as const) {
      const refused = await by('support').call('previewProposal', proposal);
      expect([refused.code, reasonOf(refused)]).toEqual([40008, expect.stringContaining(reason)]);
    }
  });

  it('says in Chinese what is missing or no id, and keeps a semicolon of a title in its line', async () => {
    for (const [options, reason] of [
      [{}, '要给出其中一个'],
      [{ id: '1', file: 'x' }, '要给出其中一个'],
      [{ id: '9'.repeat(20) }, '内容列表里的数字'],
    ] as const) {
      const refused = await by('support').call('previewProposal', { action: 'content:publish', options });
      expect([refused.code, reasonOf(refused)]).toEqual([40008, expect.stringContaining(reason)]);
    }
    const id = await saved({ kind: 'notice', name: 'strip', title: '停电；不取代别的', text: 'x' });
    const { summary } = (await by('support').call('previewProposal', publication(id))).data;
    const lines = summary.split('\n');
    expect(lines).toContain('标题 "停电；不取代别的"；');
    expect(lines).toContain('不取代别的；');
  });

  it('never reads a file that a browser names', async () => {
    for (const file of ['/etc/hostname', '/missing/content.json']) {
      const options = { file };
      const refused = await by('support').call('propose', { action: 'content:publish', options, reason: 'x' });
      expect([refused.code, reasonOf(refused)]).toEqual([40008, expect.stringContaining('先存成草稿')]);
    }
  });
});

describe('taking back', () => {
  const withdrawal = (kind: string, name: string) => ({ action: 'content:withdraw' as const, options: { kind, name } });

  it('takes the revisions that the second person read, and no others', async () => {
    const first = await published(forced('<p>一</p>'));
    const waiting = await proposed(withdrawal('forced', 'power-cut'));
    expect((await by('approver').call('proposal', { id: waiting })).data.effect).toContain(`编号 ${first}`);
    await published(forced('<p>二</p>'));
    const refused = await approved(waiting);
    expect([refused.code, reasonOf(refused)]).toEqual([40008, expect.stringContaining('请重新提议')]);
    expect(await noticesOf(one as TestCustomer)).toHaveLength(1);
    expect((await approved(await proposed(withdrawal('forced', 'power-cut')))).code).toBe(200);
    expect(await noticesOf(one as TestCustomer)).toEqual([]);
    const { revision } = (await by('auditor').call('contentRevision', { id: first })).data;
    expect(revision).toMatchObject({ state: 'WITHDRAWN', withdrawnBy: 'support' });
  });

  it.each([
    ['agreement', 'about', '正在生效'],
    ['banner', 'never', '没有已发布的'],
  ])('is refused of %s %s', async (kind, name, reason) => {
    const refused = await by('support').call('propose', { ...withdrawal(kind, name), reason: 'x' });
    expect([refused.code, reasonOf(refused)]).toEqual([40008, expect.stringContaining(reason)]);
  });
});

describe('the lists', () => {
  const listed = async (input: object) =>
    (await by('auditor').call('contentList', { kind: 'forced', ...input })).data.records.map(({ id, state }) => [
      id,
      state,
    ]);

  it('part what is shown, planned, drafted and over', async () => {
    const old = await published(forced('<p>一</p>'));
    const now = await published(forced('<p>二</p>'));
    const ahead = await published(forced('<p>三</p>', { from: '2026-04-01T00:00:00.000Z' }));
    const draft = await saved(forced('<p>四</p>'));
    expect(await listed({ view: 'NOW' })).toEqual([[now, 'IN_FORCE']]);
    expect(await listed({ view: 'AHEAD' })).toEqual([[ahead, 'AHEAD']]);
    expect(await listed({ view: 'DRAFT' })).toEqual([[draft, 'DRAFT']]);
    expect(await listed({ view: 'PAST' })).toEqual([[old, 'REPLACED']]);
    expect(await listed({ name: 'power-cut' })).toHaveLength(4);
    expect(await listed({ name: 'other' })).toEqual([]);
    const { kinds } = (await by('auditor').call('contentNow')).data;
    expect(kinds).toContainEqual({ kind: 'forced', inForce: 1, ahead: 1, drafts: 1 });
    expect((await by('auditor').call('contentRevision', { id: draft })).data.inForce).toBe(now);
  });

  it('read as a phone shows it, without marks or references', async () => {
    await saved(forced('<p>a &lt; b &amp;&amp; c &gt; d, "e" &amp;lt;</p>'));
    const { records } = (await by('auditor').call('contentList', { kind: 'forced' })).data;
    expect(records[0]?.summary).toBe('a < b && c > d, "e" &lt;');
  });

  it('are titled by their own heading, or by their place where they have none', async () => {
    await saved(forced('<h2>停电 &amp; 检修</h2><p>周六</p>'));
    const { records } = (await by('auditor').call('contentList', { kind: 'forced' })).data;
    expect(records[0]).toMatchObject({ title: '停电 & 检修', summary: '周六' });
    await saved(forced('<p>周日</p>'));
    const newest = (await by('auditor').call('contentList', { kind: 'forced' })).data.records[0];
    expect(newest).toMatchObject({ title: null, summary: '周日' });
  });

  it('say which version of the app is the newest, and below which an update is mandatory', async () => {
    const versions = async () => (await by('auditor').call('contentNow')).data;
    expect(await versions()).toMatchObject({ newestVersion: null, leastVersion: null });
    await published({ kind: 'version', name: '1.4.0.0', html: '<p>a</p>', isForce: true });
    await published({ kind: 'version', name: '1.5.0.0', html: '<p>b</p>' });
    expect(await versions()).toMatchObject({ newestVersion: '1.5.0.0', leastVersion: '1.4.0.0' });
  });
});

describe('confirmations', () => {
  const list = async (id: string, view: 'CONFIRMED' | 'MISSING', more: object = {}) =>
    (await by('auditor').call('confirmationList', { id, view, ...more })).data.records;
  const standing = async (id: string) => {
    const { revision, customers, missing } = (await by('auditor').call('contentRevision', { id })).data;
    return { confirmed: revision.confirmed, customers, missing };
  };

  it('are counted and listed, masked, and those who have still to confirm beside them', async () => {
    const id = await published(forced());
    expect(await standing(id)).toEqual({ confirmed: 0, customers: 3, missing: 3 });
    await confirm(one as TestCustomer, id);
    app.clock.advance({ minutes: 1 });
    await confirm(two as TestCustomer, id);
    expect(await standing(id)).toEqual({ confirmed: 2, customers: 3, missing: 1 });
    const confirmed = await list(id, 'CONFIRMED');
    expect(confirmed.map(({ customer }) => customer)).toEqual([String(two?.id), String(one?.id)]);
    expect(confirmed[0]?.account).toContain('*');
    expect(JSON.stringify(confirmed)).not.toContain(two?.account);
    expect(await list(id, 'MISSING')).toMatchObject([{ customer: String(vip?.id), confirmedAt: null }]);
  });

  it('are searched by a whole account or an id, which the audit log has', async () => {
    const id = await published(forced());
    await confirm(one as TestCustomer, id);
    const search = String(one?.account);
    expect(await list(id, 'CONFIRMED', { search })).toMatchObject([{ customer: String(one?.id) }]);
    expect(await list(id, 'MISSING', { search })).toEqual([]);
    expect(await list(id, 'MISSING', { search: String(two?.id) })).toMatchObject([{ customer: String(two?.id) }]);
    expect(await list(id, 'CONFIRMED', { search: search.slice(0, 6) })).toEqual([]);
    expect(await audited('content:confirmations')).toContainEqual({
      detail: expect.objectContaining({ search, view: 'CONFIRMED' }),
    });
  });

  it('count only those whom it is for, and a changed text anew', async () => {
    const id = await published(forced('<p>一</p>', { audience: 'vip' }));
    expect(await standing(id)).toEqual({ confirmed: 0, customers: 1, missing: 1 });
    await confirm(vip as TestCustomer, id);
    expect(await standing(id)).toEqual({ confirmed: 1, customers: 1, missing: 0 });
    const next = await published(forced('<p>二</p>', { audience: 'vip' }));
    expect(await standing(next)).toEqual({ confirmed: 0, customers: 1, missing: 1 });
    // None has still to confirm what is shown no more.
    expect(await standing(id)).toEqual({ confirmed: 1, customers: 1, missing: null });
    expect((await by('auditor').call('confirmationList', { id, view: 'MISSING' })).code).toBe(404);
    expect(await list(id, 'CONFIRMED')).toHaveLength(1);
  });

  it('are read on by cursor without a gap', async () => {
    const id = await published(forced());
    await app.owner.query({
      text: `insert into customer (account, created_at) select '1380000' || lpad(n::text, 4, '0'), now() from generate_series(1, 60) n`,
    });
    const first = (await by('auditor').call('confirmationList', { id, view: 'MISSING' })).data;
    expect(first.records).toHaveLength(50);
    const rest = await list(id, 'MISSING', { cursor: first.nextCursor });
    expect(new Set([...first.records, ...rest].map(({ customer }) => customer)).size).toBe(63);
    await app.owner.query({
      text: `insert into forced_notice_confirmation (customer_id, content_hash, revision_id, confirmed_at)
             select c.id, r.content_hash, r.id, $2 from customer c, content_revision r where r.id = $1`,
      values: [id, app.clock.now()],
    });
    const confirmed = (await by('auditor').call('confirmationList', { id, view: 'CONFIRMED' })).data;
    const others = await list(id, 'CONFIRMED', { cursor: confirmed.nextCursor });
    expect(new Set([...confirmed.records, ...others].map(({ customer }) => customer)).size).toBe(63);
    await app.owner.query({ text: 'delete from forced_notice_confirmation' });
    await app.owner.query({ text: `delete from customer where account like '1380000%'` });
    expect((await by('auditor').call('confirmationList', { id, view: 'MISSING', cursor: 'x' })).code).not.toBe(200);
  });

  it('of the risk disclosure say who accepted which version; of another agreement there are none', async () => {
    const { records } = (await by('auditor').call('contentList', { kind: 'agreement', view: 'NOW' })).data;
    const risk = records.find(({ name }) => name === 'user_sm');
    const other = records.find(({ name }) => name === 'about');
    const { missing, customers } = (await by('auditor').call('contentRevision', { id: risk?.id ?? '' })).data;
    expect(missing).toBe(customers - (risk?.confirmed ?? 0));
    expect(await list(risk?.id ?? '', 'CONFIRMED')).toHaveLength(risk?.confirmed ?? -1);
    expect(other?.confirmed).toBeNull();
    expect((await by('auditor').call('confirmationList', { id: other?.id, view: 'CONFIRMED' })).code).toBe(404);
  });
});

it('is proposed with every address that it leads to, and not with more than a person reads', async () => {
  const html = '<p><a href="https://evil.example/a">官网</a> <a href="https://evil.example/b">公告</a></p>';
  const proposal = await proposed(publication(await saved(forced(html))));
  expect(await summaryOfProposal(proposal)).toContain('链接到 https://evil.example/a https://evil.example/b；');
  const many = Array.from({ length: 60 }, (_, n) => `<a href="https://evil.example/${'x'.repeat(50)}${n}">官网</a>`);
  const id = await saved(forced(`<p>${many.join(' ')}</p>`));
  const refused = await by('support').call('propose', { ...publication(id), reason: 'x' });
  expect(reasonOf(refused)).toContain('链接太多');
});
