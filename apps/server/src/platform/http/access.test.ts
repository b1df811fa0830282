// Who may make which call, tried out for every call of the table: no session, an ended one, a disabled customer, another
// customer. A route that stands in no table cannot be registered.

import type { ChainAdapter } from '@lode/chain';
import { checkBitcoinAddress } from '@lode/chain-bitcoin';
import { type CallName, methodAndPath } from '@lode/contract';
import { type RouteSpec, routes } from '@lode/contract/schemas';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { logInDemo, startDemoApp } from '../../testing/demo-app.ts';
import { sampleInput } from '../../testing/inputs.ts';
import { smallPicture } from '../../testing/pictures.ts';
import { testAddressOf } from '../../testing/test-nodes.ts';
import { settingRoles } from '../staff/authority.ts';
import { accessTable, refuseUnlistedRoutes } from './access-table.ts';

let app: TestApp;
let owner: TestCustomer;
let loggedOut: Caller;
let disabled: Caller;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.createCustomer();
  const leaver = await app.createCustomer();
  await app.data('logout', {}, leaver.caller);
  loggedOut = leaver.caller;
  const banned = await app.createCustomer();
  await app.database.query({ text: `update customer set status = 'DISABLED' where id = $1`, values: [banned.id] });
  disabled = banned.caller;
});
afterAll(() => app.stop());

const calls = Object.entries(routes) as [CallName, RouteSpec][];
const forCustomers = calls.filter(([, { access }]) => access === 'customer');
const codeOf = async (call: CallName, input: unknown, caller: Caller) =>
  (await app.call(call, input as never, caller)).code;

describe('the table', () => {
  it('is all there is: fastify knows every listed route', () => {
    const missing = accessTable.filter(
      ({ method, path }) => !app.fastify.hasRoute({ method: method as 'GET', url: path }),
    );
    expect(missing).toEqual([]);
  });

  it('is all there can be: an unlisted route is refused', async () => {
    const fastify = Fastify();
    refuseUnlistedRoutes(fastify);
    const add = (url: string, method: 'GET' | 'POST') => () => fastify.route({ method, url, handler: () => null });
    expect(add('/api/user/secret', 'GET')).toThrow('is not in the access table');
    expect(add('/api/user/login', 'GET')).toThrow('GET /api/user/login');
    expect(add('/dev/console', 'GET')).toThrow('GET /dev/console');
    expect(add('/elsewhere', 'POST')).toThrow('POST /elsewhere');
    expect(add('/js/app.js', 'GET')).not.toThrow();
  });

  it('lets only the calls without a session in that the API promises', () => {
    const open = accessTable.filter(({ access }) => access === 'open').map(({ path }) => path);
    expect(open.sort()).toEqual([
      '/api/app/isNeedUpdate',
      '/api/banner/detail',
      '/api/banner/list',
      '/api/client/fault',
      '/api/content/image/:name',
      '/api/health',
      '/api/openapi.json',
      '/api/ready',
      '/api/setting/detail/agreement',
      '/api/setting/detail/apy',
      '/api/setting/detail/notice',
      '/api/setting/detail/support',
      '/api/setting/detail/wallet',
      '/api/setting/detail/webview',
      '/api/sms/send',
      '/api/user/exist',
      '/api/user/login',
      '/api/user/security/notice',
      '/api/user/security/report',
      '/api/user/set-password',
    ]);
  });
});

describe('every call for customers', () => {
  it.each(forCustomers)('%s is closed to who is not logged in, whatever the input', async (call, spec) => {
    for (const input of [sampleInput(spec), {}, { nonsense: '1' }]) {
      expect(await codeOf(call, input, {})).toBe(10111);
      expect(await codeOf(call, input, loggedOut)).toBe(10111);
      expect(await codeOf(call, input, { ...owner.caller, deviceId: 'another phone' })).toBe(10111);
      expect(await codeOf(call, input, disabled)).toBe(1001);
    }
  });
});

describe('an id of another customer', () => {
  /** Fields with the id of something that a customer owns. */
  const idFields = ['id', 'ids', 'machineId', 'notifyId'] as const;
  const withIds = forCustomers.flatMap(([call, spec]) => {
    const { properties } = spec.input as unknown as { properties: object };
    return idFields.filter((field) => field in properties).map((field) => [call, field, spec] as const);
  });
  /** Calls that are read page by page. */
  const lists = forCustomers
    .filter(([, { input }]) => 'cursor' in (input as unknown as { properties: object }).properties)
    .map(([call]) => call);
  const tried: string[] = [];
  let rich: TestApp;
  let rightful: Caller;
  let stranger: Caller;
  /** Callers that may make no call at all, with their refusals. */
  let shutOut: { caller: Caller; code: number }[];
  /** One of each kind of thing that the rightful owner has. */
  let ids: string[];

  beforeAll(async () => {
    rich = await startDemoApp({
      env: { WITHDRAW_HOLD_HOURS: '0' },
      sign: () => Promise.reject(new Error('nothing is signed here')),
      nodes: {
        open: async () => ({ checkAddress: (text: string) => checkBitcoinAddress(text, 'regtest') }) as ChainAdapter,
        addressOf: testAddressOf,
        confirmations: () => 3,
        depth: () => 12,
        demoNode: async () => null,
      },
    });
    // Public content may have the number of content with an audience.
    await rich.owner.query({
      text: `update content_revision set withdrawn_at = now(), withdrawn_by = 'test' where published_by = 'staff:admin'`,
    });
    rightful = await logInDemo(rich, '13800000001');
    const newcomer = await rich.createCustomer();
    stranger = newcomer.caller;
    // The login of the stranger is a message of the stranger's own.
    await rich.owner.query({ text: 'delete from customer_message where customer_id = $1', values: [newcomer.id] });
    shutOut = await shutOutOf(rich);
    const machines = (await rich.data('machinePage', { size: 100 }, rightful)).records;
    const lists = [
      machines.filter(({ status }) => status === 'RUNNING').slice(0, 1),
      machines.filter(({ status }) => status === 'SUSPEND').slice(0, 1),
      await rich.data('sessionList', {}, rightful),
      (await rich.data('ledgerPage', { size: 1 }, rightful)).records,
      (await rich.data('hostingFeeList', { size: 1 }, rightful)).records,
      [{ id: await withdrawal() }],
      await deposit(),
      await addressBook(),
      await contentFor('popup'),
      await contentFor('forced'),
      await passkey(),
      (await rich.data('messagePage', { size: 1 }, rightful)).records,
      [await rich.data('supportOpen', { of: 'GENERAL', text: '问' }, rightful)],
    ];
    expect(lists.map(({ length }) => length)).not.toContain(0);
    ids = lists.flat().map(({ id }) => id);
  });
  afterAll(() => rich.stop());

  /** Each of them was a customer with a session of its own. */
  async function shutOutOf({ createCustomer, data, database, owner, clock }: TestApp) {
    const [leaver, banned, expired] = [await createCustomer(), await createCustomer(), await createCustomer()];
    await data('logout', {}, leaver.caller);
    await database.query({ text: `update customer set status = 'DISABLED' where id = $1`, values: [banned.id] });
    await owner.query({
      text: 'update session set expires_at = $2 where customer_id = $1',
      values: [expired.id, clock.now()],
    });
    return [
      { caller: {}, code: 10111 },
      { caller: { accessToken: 'never-was' }, code: 10111 },
      { caller: leaver.caller, code: 10111 },
      { caller: expired.caller, code: 10111 },
      { caller: { ...stranger, deviceId: 'another phone' }, code: 10111 },
      { caller: banned.caller, code: 1001 },
    ];
  }

  /** Content for customers with a tag that the owner alone has. */
  async function contentFor(kind: 'popup' | 'forced') {
    await rich.owner.query({
      text: `update customer set tags = '{owner}' where id = $1`,
      values: [await customerId()],
    });
    const authority = await rich.slices.staff.authorise(settingRoles, { by: 'admin', approvedBy: 'approver' });
    if ('refusal' in authority) throw new Error(authority.refusal);
    const parts = { popup: { title: 'Of the owner', image: smallPicture }, forced: {} }[kind];
    const request = { kind, name: 'of-the-owner', html: '<p>For the owner</p>', audience: 'owner', ...parts };
    const staffInput = { authority, reason: 'test', now: rich.clock.now() };
    const published = await rich.slices.content.publishContent(request, staffInput);
    if (published.outcome !== 'published') throw new Error(`content was ${published.outcome}`);
    return [{ id: published.id.toString() }];
  }

  const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  async function customerId(): Promise<bigint> {
    const id = await rich.slices.identity.findCustomerId(rich.database, '13800000001');
    if (id === null) throw new Error('the demo has another owner');
    return id;
  }

  async function withdrawal(): Promise<string> {
    const to = { coin: 'BTC', network: 'BITCOIN', address } as const;
    const destination = await rich.slices.withdrawals.readDestination(to);
    const request = { destination, amount: '0.001', confirm: false, key: 'of the owner' };
    const asked = { ...request, customerId: await customerId(), deviceId: null, now: rich.clock.now() };
    const id = await rich.database.transaction((dbTx) => rich.slices.withdrawals.submit(dbTx, asked));
    if (typeof id !== 'bigint') throw new Error(`the owner could not withdraw: ${id.envelope.message}`);
    return id.toString();
  }

  async function addressBook() {
    await rich.owner.query({
      text: `insert into withdrawal_address (customer_id, network, address, address_key, label, added_at)
             values ($1, 'BITCOIN', $2, '0014751e76e8199196d454941c45d1b3a323f1433bd6', '', now())`,
      values: [await customerId(), address],
    });
    // The newest: lower numbers are those of other customers' sessions as well.
    return (await rich.data('withdrawAddressList', {}, rightful)).slice(0, 1);
  }

  async function deposit(): Promise<{ id: string }[]> {
    const { rows } = await rich.owner.query<{ id: bigint }>({
      text: `with watcher as (
               insert into chain_watcher (network, chain, genesis, start_height, start_hash, newest_height, newest_hash)
               values ('BITCOIN', 'regtest', 'g', 0, 'g', 0, 'g')),
             given as (
               insert into deposit_address (network, number, customer_id, address, key, given_at)
               select 'BITCOIN', coalesce(max(number) + 1, 0), $1, 'bcrt1qzyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3n4xsqh', '0014' || repeat('11', 20), now()
               from deposit_address where network = 'BITCOIN' returning number)
             insert into deposit (network, txid, output_index, address_number, customer_id, coin, amount, status, needed, seen_at)
             select 'BITCOIN', repeat('ab', 32), 0, number, $1, 'BTC', 1000000, 'SEEN', 3, now() from given returning id`,
      values: [await customerId()],
    });
    return rows.map(({ id }) => ({ id: id.toString() }));
  }

  async function passkey(): Promise<{ id: string }[]> {
    const { rows } = await rich.owner.query<{ id: bigint }>({
      text: `with factor as (insert into second_factor (customer_id, started_at) values ($1, now()) returning customer_id)
             insert into passkey (customer_id, credential_id, public_key, counter, transports, name, added_at)
             select customer_id, '\\x01', '\\x01', 0, '{}', 'of the owner', now() from factor returning id`,
      values: [await customerId()],
    });
    return rows.map(({ id }) => ({ id: id.toString() }));
  }

  it('is named in no other field than those that are tried here', () => {
    const others = forCustomers.flatMap(([call, spec]) => {
      const names = Object.keys((spec.input as unknown as { properties: object }).properties);
      return names
        .filter((name) => /id$/i.test(name) && !(idFields as readonly string[]).includes(name))
        .map((name) => `${call}.${name}`);
    });
    expect(others).toEqual([]);
  });

  it.each(withIds)(
    'to %s as %s is refused without a session, with an ended or expired one, and for a disabled customer',
    async (call, field, spec) => {
      for (const id of [...ids, '999999999'])
        for (const { caller, code } of shutOut) {
          const reply = await rich.call(call, { ...sampleInput(spec), [field]: id } as never, caller);
          expect(reply, JSON.stringify({ id, caller })).toMatchObject({ code, data: null });
        }
    },
  );

  it.each(lists)('in a cursor of %s shows a stranger nothing of the owner', async (call) => {
    const first = await rich.data(call, { size: 1 } as never, rightful);
    const { records, nextCursor } = first as { records: { id: string }[]; nextCursor: string | null };
    if (records.length > 0) tried.push(call);
    const theirs = await rich.data(call, { size: 100, ...(nextCursor && { cursor: nextCursor }) } as never, stranger);
    expect((theirs as { records: unknown[] }).records).toEqual([]);
  });

  it('was tried with records of the owner in most lists', () => {
    expect(tried.length).toBeGreaterThanOrEqual(5);
  });

  it.each(withIds)('to %s as %s answers like an unknown id; its owner gets more', async (call, field, spec) => {
    const ask = async (id: string, caller: Caller) => {
      const { status, code, data } = await rich.call(call, { ...sampleInput(spec), [field]: id } as never, caller);
      return JSON.stringify({ status, code, data });
    };
    const nobodys = await ask('999999999', stranger);
    // One after the other: of costly reads a customer has few at once.
    const [theirs, own]: [string[], string[]] = [[], []];
    for (const id of ids) theirs.push(await ask(id, stranger));
    expect(theirs).toEqual(ids.map(() => nobodys));
    // Were none of the ids one for this call, the line above would prove nothing.
    for (const id of ids) own.push(await ask(id, rightful));
    expect(own.some((answer) => answer !== nobodys)).toBe(true);
    // A call may have ended the session that it was made from.
    rightful = await logInDemo(rich, '13800000001');
  });
});

it('knows the same method and path for a call in every place', () => {
  for (const [call, spec] of calls) expect(methodAndPath(call)).toEqual({ method: spec.method, path: spec.path });
});
