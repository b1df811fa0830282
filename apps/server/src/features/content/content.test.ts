// What customers are shown: in its time, in its order, to whom it is for, and a notice until its very words are confirmed.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { otherPicture, smallPicture } from '../../testing/pictures.ts';
import { contentPublisher } from './testing/publish.ts';

let app: TestApp;
let publish: Awaited<ReturnType<typeof contentPublisher>>;
let customer: TestCustomer;
let vip: TestCustomer;
beforeAll(async () => {
  app = await startTestApp();
  publish = await contentPublisher(app);
  customer = await app.createCustomer();
  vip = await app.createCustomer({ tags: ['vip', 'old'] });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.owner.query({
    text: `update content_revision set withdrawn_at = now(), withdrawn_by = 'test' where published_by <> 'start' and withdrawn_at is null`,
  });
});

const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000);
const banners = async (caller?: Caller) => (await app.data('bannerList', {}, caller)).map(({ id }) => id);
const popups = async (caller: Caller) => (await app.data('popupList', {}, caller)).map(({ id }) => id);
const forced = async (caller: Caller) => (await app.data('forcedNoticeList', {}, caller)).map(({ id }) => id);

describe('banners [call:GET /api/banner/list] [area:home]', () => {
  it('stand in their order, with image and link', async () => {
    const second = await publish('banner', 'two', { order: 2, url: 'https://example.com/a?b=1' });
    const first = await publish('banner', 'one', { order: 1, title: '一', html: '<p>一</p>' });
    const img = expect.stringMatching(/^\/api\/content\/image\/[0-9a-f]{64}\.png$/);
    expect(await app.data('bannerList', {})).toEqual([
      { id: first, img, title: '一', isHaveDetails: true, url: null },
      { id: second, img, title: null, isHaveDetails: false, url: 'https://example.com/a?b=1' },
    ]);
  });

  it('are shown from their beginning to their end', async () => {
    const banner = await publish('banner', 'timed', { from: inHours(1), to: inHours(3) });
    const seen: boolean[] = [];
    for (let hour = 0; hour < 5; hour++, app.clock.advance({ hours: 1 })) seen.push((await banners()).includes(banner));
    expect(seen).toEqual([false, true, true, false, false]);
  });

  it('are shown to their audience; without a session only those for all customers', async () => {
    const forAll = await publish('banner', 'all');
    const forVip = await publish('banner', 'vips', { audience: 'vip', order: 1 });
    expect(await banners()).toEqual([forAll]);
    expect(await banners(customer.caller)).toEqual([forAll]);
    expect(await banners(vip.caller)).toEqual([forAll, forVip]);
    expect(await banners({ ...vip.caller, deviceId: 'another phone' })).toEqual([forAll]);
  });

  it('give way to the next of their name, which is not brought back by its end', async () => {
    const first = await publish('banner', 'a');
    const second = await publish('banner', 'a', { from: inHours(1), to: inHours(2), url: 'https://example.com/' });
    expect(await banners()).toEqual([first]);
    app.clock.advance({ hours: 1 });
    expect(await banners()).toEqual([second]);
    app.clock.advance({ hours: 1 });
    expect(await banners()).toEqual([]);
  });

  it('have a detail that is open to whom they are shown [call:GET /api/banner/detail]', async () => {
    const id = await publish('banner', 'vips', { audience: 'vip', title: '一', html: '<p>一</p><script>x</script>' });
    const publishTime = app.clock.now().toISOString();
    expect(await app.data('bannerDetail', { id }, vip.caller)).toEqual({
      id,
      title: '一',
      content: '<p>一</p>',
      publishTime,
    });
    const withoutDetail = await publish('banner', 'plain');
    const ahead = await publish('banner', 'ahead', { from: inHours(1), title: '二', html: '<p>二</p>' });
    for (const [other, caller] of [
      [id, customer.caller],
      [id, {}],
      [withoutDetail, vip.caller],
      [ahead, vip.caller],
      ['0', {}],
      ['nobodys', {}],
    ] as [string, Caller][]) {
      expect(await app.call('bannerDetail', { id: other }, caller)).toMatchObject({
        status: 404,
        code: 404,
        data: null,
      });
    }
  });

  it('keep the link to a detail that was put right', async () => {
    const old = await publish('banner', 'a', { title: '一', html: '<p>旧</p>' });
    app.clock.advance({ hours: 1 });
    const next = await publish('banner', 'a', { title: '一', html: '<p>新</p>' });
    expect(await app.data('bannerDetail', { id: old })).toMatchObject({ id: next, content: '<p>新</p>' });
  });
});

describe('the notice strip [call:GET /api/setting/detail/notice] [area:home]', () => {
  it('shows the first in order, or nothing', async () => {
    expect(await app.data('noticeStrip', {})).toBeNull();
    const time = app.clock.now().toISOString();
    const id = await publish('notice', 'b', { text: '今晚维护 <b>', order: 1 });
    await publish('notice', 'a', { text: '另一条', order: 2 });
    const forVip = await publish('notice', 'v', { text: '贵宾', audience: 'vip' });
    expect(await app.data('noticeStrip', {})).toEqual({ id, content: '今晚维护 <b>', time });
    expect(await app.data('noticeStrip', {}, vip.caller)).toEqual({ id: forVip, content: '贵宾', time });
    const detail = await app.data('noticeDetail', { id, type: 'Notice' }, customer.caller);
    expect(detail).toMatchObject({ id, content: '<p>今晚维护 &lt;b&gt;</p>' });
    expect((await app.call('noticeDetail', { id: forVip, type: 'Notice' }, customer.caller)).status).toBe(404);
  });
});

describe('popups [call:GET /api/notice/list] [entity:home-popup] [area:notices-and-popups]', () => {
  it('come in their order, each to its audience', async () => {
    const second = await publish('popup', 'b', { order: 2, url: 'https://example.com' });
    const first = await publish('popup', 'a', { order: 1, title: '一', html: '<p>一</p>' });
    const forVip = await publish('popup', 'v', { order: 3, audience: 'vip' });
    expect(await app.data('popupList', {}, customer.caller)).toMatchObject([
      { id: first, isHaveDetails: true, url: null },
      { id: second, isHaveDetails: false, url: 'https://example.com' },
    ]);
    expect(await popups(vip.caller)).toEqual([first, second, forVip]);
  });

  it('have a detail under their own type alone [call:GET /api/notice/detail]', async () => {
    const id = await publish('popup', 'a', { audience: 'vip', title: '一', html: '<p>一</p>' });
    const banner = await publish('banner', 'a', { title: '二', html: '<p>二</p>' });
    const publishTime = app.clock.now().toISOString();
    const detail = { id, title: '一', content: '<p>一</p>', publishTime };
    expect(await app.data('noticeDetail', { id, type: 'HomePopup' }, vip.caller)).toEqual(detail);
    expect(await app.data('noticeDetail', { id }, vip.caller)).toEqual(detail);
    for (const [input, caller] of [
      [{ id, type: 'HomePopup' }, customer.caller],
      [{ id, type: 'Notice' }, vip.caller],
      [{ id: banner }, vip.caller],
    ] as const) {
      expect((await app.call('noticeDetail', input, caller)).status).toBe(404);
    }
    expect((await app.call('noticeDetail', { id, type: 'Other' } as never, vip.caller)).status).toBe(400);
  });

  it('are shown to all customers by queries without the audience (broken control)', async () => {
    const id = await publish('popup', 'v', { audience: 'vip', title: '一', html: '<p>一</p>' });
    const notifyId = await publish('forced', 'control', { audience: 'vip', html: '<p>只给贵宾</p>' });
    const codes = async () => [
      (await app.call('noticeDetail', { id }, customer.caller)).code,
      (await app.call('confirmForcedNotice', { notifyId }, customer.caller)).code,
    ];
    expect(await codes()).toEqual([404, 404]);
    await app.owner.query({ text: 'alter function is_in_audience(text, bigint) rename to is_in_audience_kept' });
    const forgets = 'create function is_in_audience(text, bigint) returns boolean language sql as $$ select true $$';
    await app.owner.query({ text: forgets });
    try {
      expect(await popups(customer.caller)).toHaveLength(1);
      expect(await codes()).toEqual([200, 200]);
    } finally {
      await app.owner.query({ text: 'drop function is_in_audience(text, bigint)' });
      await app.owner.query({ text: 'alter function is_in_audience_kept(text, bigint) rename to is_in_audience' });
    }
    expect(await popups(customer.caller)).toEqual([]);
  });
});

describe('forced notices [entity:forced-notice] [area:notices-and-popups]', () => {
  const confirmations = async () => {
    const { rows } = await app.database.query({
      text: `select revision_id::text as id, device_id, confirmed_at, encode(content_hash, 'hex') as hash
             from forced_notice_confirmation where customer_id = $1 order by confirmed_at`,
      values: [customer.id],
    });
    return rows;
  };
  const confirm = (notifyId: string, caller: Caller = customer.caller) =>
    app.call('confirmForcedNotice', { notifyId }, caller);
  const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
  /** Of all that the customer sees; what a notice has not is empty. */
  const hashOf = (name: string, html: string, image: Buffer) =>
    sha256(['FORCED', name, '', '', '', html, sha256(image), '', 'f'].join('\x1f'));

  it('are listed until they are confirmed; who, when, on what device and which words is kept [call:GET /api/force_notify/list] [call:POST /api/force_notify/confirm]', async () => {
    const before = (await confirmations()).length;
    const second = await publish('forced', 'b', { order: 2, html: '<p>二</p>' });
    const first = await publish('forced', 'a', { order: 1, html: '<p>一</p>', image: smallPicture });
    expect(await app.data('forcedNoticeList', {}, customer.caller)).toEqual([
      { id: first, img: expect.stringMatching(/\.png$/), content: '<p>一</p>' },
      { id: second, img: null, content: '<p>二</p>' },
    ]);
    const at = app.clock.now();
    expect(await confirm(first)).toMatchObject({ code: 200, data: null });
    app.clock.advance({ hours: 1 });
    expect(await confirm(first)).toMatchObject({ code: 200, data: null });
    expect(await forced(customer.caller)).toEqual([second]);
    expect(await forced(vip.caller)).toEqual([first, second]);
    const { deviceId } = customer.caller;
    expect((await confirmations()).slice(before)).toEqual([
      { id: first, device_id: deviceId, confirmed_at: at, hash: hashOf('a', '<p>一</p>', smallPicture) },
    ]);
  });

  it('are asked for anew when a word has changed, and not when only the schedule has', async () => {
    const old = await publish('forced', 'c', { html: '<p>旧</p>' });
    await confirm(old);
    app.clock.advance({ hours: 1 });
    await publish('forced', 'c', { html: '<p>旧</p>', to: inHours(24) });
    expect(await forced(customer.caller)).toEqual([]);
    app.clock.advance({ hours: 1 });
    const changed = await publish('forced', 'c', { html: '<p>新</p>' });
    expect(await forced(customer.caller)).toEqual([changed]);
    // What was on the screen before is not what is in force: it cannot be confirmed any more.
    expect((await confirm(old)).status).toBe(404);
    expect((await confirm(changed)).code).toBe(200);
    expect(await forced(customer.caller)).toEqual([]);
  });

  it('are asked for anew when the image has changed', async () => {
    const html = '<p>图</p>';
    const old = await publish('forced', 'p', { html, image: smallPicture });
    await confirm(old);
    app.clock.advance({ hours: 1 });
    const changed = await publish('forced', 'p', { html, image: otherPicture });
    expect(await forced(customer.caller)).toEqual([changed]);
    expect((await confirm(changed)).code).toBe(200);
    expect((await confirmations()).slice(-2).map(({ hash }) => hash)).toEqual([
      hashOf('p', html, smallPicture),
      hashOf('p', html, otherPicture),
    ]);
  });

  it('of another audience, out of date or unknown are 404 and leave nothing', async () => {
    const before = await confirmations();
    const forVip = await publish('forced', 'v', { audience: 'vip' });
    const ahead = await publish('forced', 'ahead', { from: inHours(1) });
    const banner = await publish('banner', 'a');
    for (const id of [forVip, ahead, banner, '999999', 'nobodys', '0']) {
      expect(await confirm(id)).toMatchObject({ status: 404, data: null });
    }
    expect(await confirmations()).toEqual(before);
    expect(await forced(vip.caller)).toEqual([forVip]);
  });

  it('confirmed many times at once are confirmed once', async () => {
    const id = await publish('forced', 'd', { html: '<p>同时</p>' });
    const replies = await Promise.all(Array.from({ length: 8 }, () => confirm(id)));
    expect(replies.map(({ code }) => code)).toEqual(Array(8).fill(200));
    expect((await confirmations()).filter((row) => row.id === id)).toHaveLength(1);
  });

  it('are records that the server cannot change', async () => {
    await confirm(await publish('forced', 'e', { html: '<p>记录</p>' }));
    for (const text of [
      'delete from forced_notice_confirmation',
      'update forced_notice_confirmation set confirmed_at = now()',

      `update content_revision set html = '<p>other</p>'`,
      'delete from content_revision',
      'delete from content_image',
      'update content_image set created_by = created_by',
    ]) {
      await expect(app.database.query({ text }), text).rejects.toThrow('permission denied');
    }
  });
});

describe('the version check [call:GET /api/app/isNeedUpdate] [entity:version-check] [state:update.version-compare]', () => {
  const check = (versionNo: string) => app.data('appVersion', { appType: 'ANDROID', versionNo });

  it("answers the newest published above the caller's, compared as numbers without dots", async () => {
    await publish('version', '1.9.0.0', { html: '<p>一九</p>' });
    await publish('version', '2.0.0.1', { html: '<ul><li>新</li></ul><script>x</script>' });
    await publish('version', '1.4.2.0', { html: '<p>一四</p>' });
    await publish('version', '3.0.0.0', { from: inHours(1) });
    const newest = { versionNo: '2.0.0.1', description: '<ul><li>新</li></ul>', isForce: false };
    for (const older of ['0.0.0.0', '1.4.2.0', '1.9.9.9', '2.0.0.0']) expect(await check(older)).toEqual(newest);
    for (const own of ['2.0.0.1', '2.0.0.2', '2.1.0.0', '9.9.9.9']) {
      expect(await check(own)).toEqual({ versionNo: own, description: '', isForce: false });
    }
    app.clock.advance({ hours: 1 });
    expect((await check('2.0.0.1')).versionNo).toBe('3.0.0.0');
  });

  it('is a must when one between is, too [state:update.forced]', async () => {
    await publish('version', '1.1.0.0', { isForce: true });
    await publish('version', '1.2.0.0');
    expect(await check('1.0.0.0')).toMatchObject({ versionNo: '1.2.0.0', isForce: true });
    expect(await check('1.1.0.0')).toMatchObject({ versionNo: '1.2.0.0', isForce: false });
  });

  it('takes four single digits and nothing else', async () => {
    for (const versionNo of ['1.4.2', '1.4.2.0.0', '1.10.0.0', '1420', 'a.b.c.d', '', '1.4.2.0 ']) {
      expect((await app.call('appVersion', { appType: 'ANDROID', versionNo })).status).toBe(400);
    }
    expect((await app.call('appVersion', { appType: 'IOS', versionNo: '1.0.0.0' } as never)).status).toBe(400);
  });
});

describe('agreements [call:GET /api/setting/detail/agreement]', () => {
  const keys = ['user_agreement', 'user_ys', 'user_sm', 'coinup_xy', 'coinup_safe', 'about'] as const;

  it('stand there from the start, each as plain paragraphs', async () => {
    for (const key of keys) {
      const { title, content, version, effectiveFrom } = await app.data('agreement', { key });
      // No customer reads a record's number.
      expect(content).not.toContain('记录号');
      expect({ version, isTitled: title.length > 1 }).toEqual({ version: '2026-11', isTitled: true });
      expect(new Date(effectiveFrom)).toEqual(new Date('2026-11-01T00:00:00+08:00'));
      expect(content.split('\n\n').length).toBeGreaterThan(3);
      expect(content).not.toMatch(/[<>]/);
    }
  });

  it('of COIN UP call interest 利息, and keep 收益 for the account and for a return in general', async () => {
    for (const [key, kept] of [
      ['coinup_xy', 2],
      ['coinup_safe', 1],
    ] as const) {
      const { title, content } = await app.data('agreement', { key });
      expect(content).toContain('平台的利息基金');
      expect(`${title}${content}`.match(/收益(?!账户|承诺)/g) ?? []).toEqual(key === 'coinup_safe' ? ['收益'] : []);
      expect(content.match(/收益/g)).toHaveLength(kept);
    }
  });

  it('of risks counts days, gives notice and values coins as the rest of the product does', async () => {
    const { content } = await app.data('agreement', { key: 'user_sm' });
    for (const word of [
      '0 点换日',
      'T+1 日起计息',
      'T+1 日到账',
      '下调至少提前 7 日公告',
      '折合 USDT',
      '北京时间 08:00',
    ]) {
      expect(content).toContain(word);
    }
    expect(content).not.toMatch(/业务日|美元|公示|收款地址/);
  });

  it('of privacy tell what the browser keeps, and who else is asked', async () => {
    const { content } = await app.data('agreement', { key: 'user_ys' });
    for (const word of ['Cookie', '本地存储', '会话存储', '浏览历史', '缓存', '不会向其他网站取图', '地址风险查询']) {
      expect(content).toContain(word);
    }
    expect(content).not.toContain('可能含有其他网站的图片');
  });

  it('change by another version, from its time on; the risk disclosure is then asked for again', async () => {
    await app.data('confirmRiskDisclosure', { version: '2026-11' }, customer.caller);
    await publish('agreement', 'user_sm', {
      version: '2026-12',
      title: '风险声明',
      text: '一\n\n二',
      from: inHours(1),
    });
    expect(await app.data('riskDisclosure', {}, customer.caller)).toEqual({ version: '2026-11', confirmed: true });
    app.clock.advance({ hours: 1 });
    expect(await app.data('agreement', { key: 'user_sm' })).toMatchObject({ version: '2026-12', content: '一\n\n二' });
    expect(await app.data('riskDisclosure', {}, customer.caller)).toEqual({ version: '2026-12', confirmed: false });
    expect((await app.call('confirmRiskDisclosure', { version: '2026-11' }, customer.caller)).code).toBe(40008);
    await app.data('confirmRiskDisclosure', { version: '2026-12' }, customer.caller);
    expect((await app.data('riskDisclosure', {}, customer.caller)).confirmed).toBe(true);
  });
});

describe('the webview', () => {
  it('opens the sites of the setting without asking [call:GET /api/setting/detail/webview]', async () => {
    expect(await app.data('webviewHosts', {})).toEqual({ hosts: [] });
    const now = app.clock.now();
    const change = (value: unknown) =>
      app.slices.settings.changeSetting(
        app.database,
        'webview.hosts',
        { value, effectiveFrom: now, changedBy: 'staff:admin', reason: 'test' },
        now,
      );
    for (const wrong of [['https://a.cn'], ['a'], ['*'], ['A.cn'], ['a.cn/x'], 'a.cn', ['*.*.cn']]) {
      expect(await change(wrong), JSON.stringify(wrong)).not.toBeNull();
    }
    expect(await change(['a.cn', '*.b.example.org'])).toBeNull();
    expect(await app.data('webviewHosts', {})).toEqual({ hosts: ['a.cn', '*.b.example.org'] });
  });
});
