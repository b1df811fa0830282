/**
 * Proves that the console's listener has its own routes and no other, that no page of another site makes it do anything, that each call asks for
 * its session, and that a form's own request changes nothing when another person sends it, and nothing more when it comes again.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { type ConsoleCall, type ConsoleRoute, consoleRoutes } from '@lode/contract/console';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowReader } from '../../../testing/all-rows.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { as } from '../../../testing/caller-role.ts';
import { addStaff } from '../../../testing/commands.ts';
import { consoleClient, consoleOrigin } from '../../../testing/console-client.ts';
import { addMachine } from '../../../testing/machines.ts';
import { smallPicture } from '../../../testing/pictures.ts';
import { startWithdrawalFixture } from '../../../testing/withdrawal-fixture.ts';
import { type StaffRole, staffRoles } from '../../staff/authority.ts';
import { accessTable, consoleTable, refuseUnlistedRoutes } from '../access-table.ts';
import { requestCounts, requestLimits } from '../limits.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let app: TestApp;
beforeAll(async () => {
  world = await startWithdrawalFixture({ env: { CONSOLE_ORIGIN: consoleOrigin } });
  app = world.app;
});
afterAll(() => world.stop());

const login = { name: 'finance', password: 'Lode@Console1' };
const ask = (fastify: TestApp['console'], { method, path }: { method: string; path: string }) =>
  fastify.inject({
    method: method as 'GET',
    url: path.replace(':name', 'x'),
    headers: { origin: consoleOrigin, 'content-type': 'application/json' },
    ...(method === 'POST' && { payload: '{}' }),
  });

describe('the two listeners', () => {
  it('answer no call of each other', async () => {
    for (const route of consoleTable) expect((await ask(app.fastify, route)).statusCode, route.path).toBe(404);
    for (const route of accessTable) expect((await ask(app.console, route)).statusCode, route.path).toBe(404);
    for (const path of ['/', '/index.html', '/login'])
      expect((await ask(app.console, { method: 'GET', path })).statusCode, path).toBe(404);
  });

  it('have each listed route, and can have no other', () => {
    for (const { method, path } of consoleTable)
      expect(app.console.hasRoute({ method: method as 'GET', url: path }), path).toBe(true);
    const fastify = Fastify();
    refuseUnlistedRoutes(fastify, consoleTable);
    const add = (url: string) => () => fastify.route({ method: 'POST', url, handler: () => null });
    expect(add('/staff/secret')).toThrow('is not in the access table');
    expect(add('/api/user/login')).toThrow('is not in the access table');
  });

  it('let only logins, and to pictures that are public, in without a session', async () => {
    const open = consoleTable.filter(({ access }) => access === 'open').map(({ path }) => path);
    expect(open).toEqual([
      '/staff/login/password',
      '/staff/login/passkey/options',
      '/staff/login/passkey/verify',
      '/api/content/image/:name',
    ]);
    for (const route of consoleTable.filter(({ access }) => access !== 'open'))
      expect(JSON.parse((await ask(app.console, route)).body).code, route.path).toBe(10111);
  });
});

describe('a page of another site', () => {
  it.each([
    [{ origin: 'https://evil.example.com' }],
    [{ origin: 'null' }],
    [{ origin: `${consoleOrigin}:8443` }],
    [{ origin: consoleOrigin.replace('https', 'http') }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'cross-site' }],
  ])('makes no call with %j', async (headers) => {
    const { call } = consoleClient(app.console);
    expect((await call('loginByPassword', login, headers)).status).toBe(400);
    await call('loginByPassword', login);
    for (const name of ['logout', 'endSessions', 'session'] as const)
      expect((await call(name, {}, headers)).status, name).toBe(400);
    expect((await call('session')).code).toBe(200);
  });

  it('makes none without an origin, and none by a form', async () => {
    const { path: url } = consoleRoutes.loginByPassword;
    const payload = JSON.stringify(login);
    const json = { 'content-type': 'application/json' };
    expect((await app.console.inject({ method: 'POST', url, headers: json, payload })).statusCode).toBe(400);
    const { call } = consoleClient(app.console);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await call('loginByPassword', {}, form)).status).toBe(400);
    expect((await call('loginByPassword', {}, { 'content-type': 'text/plain' })).status).toBe(415);
  });
});

it('thirty guesses of one network a minute are compared, and no more, whatever the names', async () => {
  const limits = requestLimits({ rateLimitScale: 1 }, requestCounts(app.database));
  const taken = [];
  for (let n = 0; n < 31; n++) taken.push(await limits.take('staffLogin', '192.0.2.9'));
  expect(taken.filter((refused) => refused === null)).toHaveLength(30);
  expect(await limits.take('staffLogin', '192.0.2.10')).toBeNull();
});

it('strangers of an office use up nothing of the devices that members have logged in on', async () => {
  const tight = await startTestApp({ env: { CONSOLE_ORIGIN: consoleOrigin, RATE_LIMIT_SCALE: '0.1' } });
  try {
    await addStaff(tight);
    const [member, stranger] = [consoleClient(tight.console), consoleClient(tight.console)];
    expect((await member.call('loginByPassword', login)).code).toBe(200);
    const codes = [];
    for (let n = 0; n < 70; n++) codes.push((await stranger.call('session')).status);
    expect(codes.at(-1)).toBe(429);
    for (let n = 0; n < 4; n++) await stranger.call('loginPasskeyOptions', {}, { origin: 'https://evil.example.com' });
    expect((await stranger.call('loginByPassword', login)).status).toBe(429);
    expect((await member.call('session')).code).toBe(200);
    await member.call('logout');
    expect((await member.call('loginByPassword', login)).code).toBe(200);
    // A name that was not made here is a stranger's.
    const forged = { cookie: `__Host-lodeStaffDevice=${'a'.repeat(32)}.${'a'.repeat(43)}` };
    expect((await stranger.call('session', {}, forged)).status).toBe(429);
    // A device has a number too.
    const own = [];
    for (let n = 0; n < 70; n++) own.push((await member.call('session')).status);
    expect(own.at(-1)).toBe(429);
  } finally {
    await tight.stop();
  }
});

it('a /48 makes sixteen times as many, from however many households', async () => {
  const limits = requestLimits({ rateLimitScale: 0.04 }, requestCounts(app.database));
  const passed = [];
  for (let n = 0; n < 25; n++) passed.push((await limits.take('staffLogin', `2001:db8:9:${n}00::1`)) === null);
  // 30 and 16 times 30, of which the scale leaves 1 and 19.
  expect(passed.filter(Boolean)).toHaveLength(19);
  expect(await limits.take('staffLogin', '2001:db8:a::1')).toBeNull();
});

describe("a form's own request", () => {
  const clients = new Map<string, ReturnType<typeof consoleClient>>();
  const by = (name: string) => clients.get(name) as ReturnType<typeof consoleClient>;
  const cookiesOf = (name: string) => [...by(name).jar].map(([key, value]) => `${key}=${value}`);
  let forms: [call: ConsoleCall, name: string, input: object][];

  /** As curl sends what a browser sent: the same line and body, with the headers that are given and no other. */
  async function send(call: ConsoleCall, input: object, headers: Record<string, string>) {
    const { method, path }: ConsoleRoute = consoleRoutes[call];
    const json = { 'content-type': 'application/json' };
    const reply = await as('staff', () =>
      app.console.inject({
        method,
        url: path,
        headers: { ...(method === 'POST' && json), ...headers },
        ...(method === 'POST' && { payload: JSON.stringify(input) }),
      }),
    );
    return JSON.parse(reply.body).code as number;
  }

  let readAll: ReturnType<typeof rowReader>;
  const countAudited = async () => (await app.owner.query({ text: 'select from audit_log' })).rowCount;

  beforeAll(async () => {
    for (const [n, role] of staffRoles.entries()) {
      const name = role.toLowerCase();
      clients.set(name, consoleClient(app.console, { ip: `203.0.113.${100 + n}` }));
      await by(name).call('loginByPassword', { ...login, name });
    }
    const [customer, other] = [await app.createCustomer(), await app.createCustomer()];
    const [id, reason] = [String(customer.id), 'r'];
    const bringIn = async (machineNo: string) =>
      String(await addMachine(app, { machineNo, account: customer.account, startTime: '2026-03-10T00:00:00Z' }));
    const [machine, repaired] = [await bringIn('C-1'), await bringIn('C-2')];
    const { rows: alerts } = await app.owner.query<{ id: bigint }>({
      text: `insert into alert (kind, subject, message, raised_at) values ('deposit-changed', 'BITCOIN', 'w', $1) returning id`,
      values: [app.clock.now()],
    });
    const asked = await app.data('supportOpen', { of: 'GENERAL', text: '问' }, { ...customer.caller, requestId: 'q' });
    const thread = (asked as { id: string }).id;
    const { messages } = (await by('support').call('thread', { id: thread })).data;
    const ticket = (await by('operations').call('openRepair', { machine: repaired, title: '风扇' })).data.id;
    const move = { ids: [machine], to: 'REPAIR' } as const;
    const { effect } = (await by('operations').call('previewMachineStatus', move)).data;
    const setting = (value: string) => ({
      action: 'setting:change',
      options: { key: 'coin-up.min.BTC', value: JSON.stringify(value) },
      reason,
    });
    const proposalOf = async (value: string) => (await by('admin').call('propose', setting(value))).data.id;
    const payer = await world.customer({ usdt: 0n });
    const [noted, unwanted] = [await world.applied(payer, 'BTC', '0.01'), await world.applied(payer, 'BTC', '0.02')];
    const bounds = '--per-payment 0.002 --per-customer-day 0.004 --per-day 0.05 --known-days 1';
    await world.ops('withdrawal:rule', `--coin BTC ${bounds} --by admin --approved-by approver --reason r`);
    // A change at the moment of another one is refused.
    app.clock.advance({ seconds: 1 });
    const second = await consoleClient(app.console).call('loginByPassword', { ...login, name: 'admin' });
    const text = 'account,nickname,tags\n13977770010,,\n';
    const model = { name: 'S17', coin: 'BTC', hashrate: '50', hashrateUnit: 'TH/s', powerWatts: '1975' };
    forms = [
      ['changeMachineStatus', 'operations', { ...move, effect, reason }],
      ['createCustomer', 'finance', { account: '13977770009', nickname: '', tags: [], reason }],
      ['changeCustomer', 'support', { id, nickname: '改', addTags: ['vip'], reason }],
      ['endCustomerSessions', 'support', { id: String(other.id), reason }],
      ['disableCustomer', 'approver', { id, reason }],
      ['enableCustomer', 'finance', { id, reason }],
      ['createModel', 'operations', { ...model, poolFeeRate: '0.04', reason }],
      ['openRepair', 'support', { machine, title: '电源' }],
      ['noteRepair', 'operations', { id: ticket, version: 1, audience: 'INTERNAL', text: '已拆' }],
      ['changeRepair', 'admin', { id: ticket, version: 2, status: 'WORKING', reason }],
      ['assignThread', 'support', { id: thread, to: 'support' }],
      ['answerThread', 'support', { id: thread, after: messages.at(-1)?.id ?? '', text: '在查' }],
      ['closeThread', 'support', { id: thread, reason }],
      ['resolveAlert', 'finance', { id: String(alerts[0]?.id), reason }],
      ['saveContent', 'support', { kind: 'forced', name: 'power-cut', html: '<p>停电</p>' }],
      ['uploadImage', 'admin', { bytes: smallPicture.toString('base64') }],
      ['propose', 'admin', setting('0.00200000')],
      ['approveProposal', 'approver', { id: await proposalOf('0.00300000') }],
      ['rejectProposal', 'admin', { id: await proposalOf('0.00400000'), reason }],
      [
        'runImport',
        'finance',
        { kind: 'CUSTOMERS', text, hash: createHash('sha256').update(text).digest('hex'), fileName: 'c.csv', reason },
      ],
      ['orderDay', 'finance', { kind: 'mining', date: '2026-03-09', work: 'CLOSE', reason }],
      ['sendContactCodes', 'support', { id: String(other.id), to: '13977770011', hasOldContact: true, reason }],
      ['noteWithdrawal', 'finance', { id: noted.id, text: '已核' }],
      ['takeOffline', 'approver', { id: noted.id, reason }],
      ['rejectWithdrawal', 'finance', { id: unwanted.id, reason, cause: 'ADDRESS' }],
      ['stopAutoApproval', 'admin', { coin: 'BTC', reason }],
      ['endSession', 'admin', { id: second.data.id }],
      ['endSessions', 'auditor', {}],
    ];
    await consoleClient(app.console).call('loginByPassword', { ...login, name: 'auditor' });
    readAll = rowReader(app);
  });

  /** Roles that the call itself takes no word of. */
  const strangersTo = (call: ConsoleCall): StaffRole[] => {
    const { roles }: ConsoleRoute = consoleRoutes[call];
    return roles === null ? [] : staffRoles.filter((role) => !roles.includes(role));
  };
  const origin = { origin: consoleOrigin };
  /** Between a request and its repeat: what is written anew has another time. */
  const moment = { seconds: 0.001 };
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example.com' },
    { origin: 'null' },
    { ...origin, 'sec-fetch-site': 'cross-site' },
    { ...origin, 'sec-fetch-site': 'same-site' },
  ];

  it('does nothing without its cookies, with half of them, with those of another role, or from elsewhere', async () => {
    const [before, audited] = [await readAll(), await countAudited()];
    for (const [call, name, input] of forms) {
      const [session = '', device = ''] = cookiesOf(name);
      const [, otherDevice = ''] = cookiesOf(name === 'finance' ? 'support' : 'finance');
      const cookie = `${session}; ${device}`;
      expect(session, call).toContain('lodeStaff=');
      for (const half of ['', session, device, `${session}; ${otherDevice}`, `${cookie}; ${session}`])
        expect(await send(call, input, { ...origin, cookie: half }), `${call} with ${half}`).toBe(10111);
      for (const role of strangersTo(call)) {
        const others = cookiesOf(role.toLowerCase()).join('; ');
        expect(await send(call, input, { ...origin, cookie: others }), `${call} by ${role}`).toBe(403);
      }
      for (const from of [{}, ...foreign])
        expect(await send(call, input, { ...from, cookie }), `${call} from ${JSON.stringify(from)}`).toBe(400);
    }
    expect(await readAll()).toEqual(before);
    expect(await countAudited()).toBe(audited);
  });

  it('does its work once (control), and nothing more when it comes again', async () => {
    let before = await readAll();
    for (const [call, name, input] of forms) {
      const headers = { ...origin, cookie: cookiesOf(name).join('; ') };
      expect(await send(call, input, headers), call).toBe(200);
      const after = await readAll();
      expect(after, call).not.toEqual(before);
      app.clock.advance(moment);
      expect([200, 404, 40008], call).toContain(await send(call, input, headers));
      before = await readAll();
      expect(before, `${call} again`).toEqual(after);
    }
  });

  it('of any other call is refused as well: with the right cookies from elsewhere', async () => {
    const before = await readAll();
    const cookie = cookiesOf('admin').join('; ');
    for (const [call, { method }] of Object.entries(consoleRoutes) as [ConsoleCall, ConsoleRoute][]) {
      for (const from of [...(method === 'POST' ? [{}] : []), ...foreign])
        expect(await send(call, {}, { ...from, cookie }), `${call} from ${JSON.stringify(from)}`).toBe(400);
    }
    expect(await readAll()).toEqual(before);
  });
});

/** What pages of the console ask again and again by themselves. */
async function readPolled(): Promise<string[]> {
  const folder = new URL('../../../../../console/src/', import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.tsx'));
  const sources = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')));
  const asked = /(?:callQuery|useRecords)\(\s*'(\w+)'(?:(?!callQuery|useRecords)[\s\S]){0,400}?refetchInterval/g;
  return [...new Set(sources.flatMap((source) => [...source.matchAll(asked)].map(([, call = '']) => call)))].sort();
}

it('what a page asks by itself again and again writes no line of the audit log, and what a member opens does', async () => {
  const input: Partial<Record<ConsoleCall, object>> = {
    autoApproval: {},
    chainMoney: {},
    coinUp: {},
    coldRefill: {},
    coldTransferList: {},
    day: { kind: 'mining', date: '2026-03-01' },
    dayCalendar: { kind: 'mining' },
    depositList: {},
    health: {},
    offlineSigning: { id: '1' },
    poolBoard: {},
    proposalList: {},
    reconciliation: {},
    stuckPaymentList: {},
    sweepList: {},
    threadList: {},
    withdrawalList: {},
    withdrawalProgress: { id: '1' },
    workQueue: {},
  };
  expect(Object.keys(input)).toEqual(await readPolled());
  const { call } = consoleClient(app.console);
  await call('loginByPassword', login);
  const read = async (calls: Partial<Record<ConsoleCall, object>>) => {
    const count = async () => (await app.owner.query({ text: 'select from audit_log' })).rowCount ?? 0;
    const before = await count();
    for (const [name, given] of Object.entries(calls) as [ConsoleCall, object][])
      expect([200, 404], name).toContain((await call(name, given)).code);
    return (await count()) - before;
  };
  expect(await read(input)).toBe(0);
  const [customer] = (await call('customerList', {})).data.records;
  const [thread] = (await app.owner.query<{ id: bigint }>({ text: 'select id from support_thread' })).rows;
  expect(await read({ customer: { id: customer?.id }, thread: { id: String(thread?.id) } })).toBe(2);
});
