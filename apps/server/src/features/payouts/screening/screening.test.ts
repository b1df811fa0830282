// Every screening keeps the same promise: clear, or not clear, or no answer, which pays nothing. The provider's replies are the
// sample of its public reference, and what is made of it.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { scriptedKey } from '@lode/chain/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../platform/config/config.ts';
import { createLog } from '../../../platform/log/log.ts';
import type { TestCustomer } from '../../../testing/app.ts';
import { startPayoutFixture } from '../../../testing/payout-fixture.ts';
import type { ScreeningResult, Withdrawal } from '../payout-ports.ts';
import { byChainalysis, ofPaidAddress } from './chainalysis.ts';
import { demoScreening } from './demo-screening.ts';
import { denyListScreening } from './deny-list.ts';
import { loadKytConfig } from './kyt-config.ts';
import { ScreeningUnavailable } from './screening-unavailable.ts';

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

/** `GET /v2/entities/{address}` as https://docs.chainalysis.com/api/address-screening/ shows it, to the letter. */
const published = {
  address: '0x0038AC785dfB6C8b2c9A7B3B6854e08a10cD9',
  risk: 'Low',
  riskReason: null,
  addressType: 'PRIVATE_WALLET',
  cluster: null,
  addressIdentifications: [],
  exposures: [
    { category: 'exchange', value: 424895.68594 },
    { category: 'fee', value: 1108.16272 },
    { category: 'unnamed service', value: 3612152.81483 },
  ],
  triggers: [],
  status: 'COMPLETE',
};

/** The sample about another address, of another risk: registered, then assessed. */
const assessed =
  (address: string, risk: string, riskReason: string | null = null): Reply =>
  (request, response) => {
    const answer = request.method === 'POST' ? { address } : { ...published, address, risk, riskReason };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  };

let world: Awaited<ReturnType<typeof startPayoutFixture>>;
let customer: TestCustomer;
let server: Server;
let url: string;
let reply: Reply;
let asked: string[];
beforeAll(async () => {
  world = await startPayoutFixture();
  customer = await world.customer();
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${String(request.headers.token)}`);
    // A connection that is kept would carry one test's failure into the next.
    response.setHeader('connection', 'close');
    reply(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/risk`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await world.stop();
});
beforeEach(() => {
  asked = [];
});

const provider = (timeoutMs = 5_000) => byChainalysis({ url, key: 'test-key', largestRisk: 'Medium', timeoutMs });
const to = (text: string): Withdrawal & { address: string } => {
  const check = world.chain.checkAddress(text);
  if (!check.valid) throw new Error(check.reason);
  return { network: 'BITCOIN', address: check.address, addressKey: check.key } as ReturnType<typeof to>;
};
const good = () => world.chain.addressOf(scriptedKey('a1'));
const bad = () => world.chain.addressOf(scriptedKey('b2'));

const drivers: Record<string, () => Promise<(withdrawal: ReturnType<typeof to>) => Promise<ScreeningResult>>> = {
  'the deny list': async () => {
    await world.app.owner.query({
      text: `insert into deny_list values ('BITCOIN', $1, 'stolen coins', now()) on conflict do nothing`,
      values: [to(bad()).addressKey],
    });
    return (withdrawal) => denyListScreening(world.app.database, withdrawal);
  },
  'the provider': async () => (withdrawal) => {
    const isBad = withdrawal.address === bad();
    reply = assessed(withdrawal.address, isBad ? 'Severe' : 'Low', isBad ? 'Identified as Sanctioned Entity' : null);
    return provider()(null, withdrawal);
  },
};

describe.each(Object.entries(drivers))('%s', (_name, open) => {
  it('clears what nothing is known against, and says why it does not clear the other', async () => {
    const ask = await open();
    expect(await ask(to(good()))).toEqual({ isClear: true });
    expect(await ask(to(bad()))).toMatchObject({ isClear: false, reason: expect.stringMatching(/stolen|Sanctioned/) });
    expect(await ask(to(good()))).toEqual({ isClear: true });
  });
});

describe('the provider', () => {
  it('is asked as its reference says: registered, then read, with the key in its header', async () => {
    reply = assessed(good(), 'Medium');
    await provider()(null, to(good()));
    expect(asked).toEqual(['POST /api/risk/v2/entities test-key', `GET /api/risk/v2/entities/${good()} test-key`]);
  });

  it('accepts the sample of the provider reference, for its address alone', async () => {
    reply = (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(request.method === 'POST' ? { address: published.address } : published));
    };
    const { address } = published;
    expect(await provider()(null, { address })).toEqual({ isClear: true });
    expect(await provider()(null, { address: address.toLowerCase() })).toEqual({ isClear: true });
    await expect(provider()(null, { address: `${address}00` })).rejects.toThrow(ScreeningUnavailable);
  });

  it.each(['High', 'Severe'])('refuses a %s risk', async (risk) => {
    reply = assessed(bad(), risk);
    expect(await provider()(null, to(bad()))).toEqual({ isClear: false, reason: `its risk is ${risk}` });
  });

  const json =
    (status: number, body: unknown): Reply =>
    (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
  it.each<[string, Reply]>([
    ['is over its limit of calls', json(429, { message: 'Too Many Requests' })],
    ['refuses the key', json(403, { message: 'Forbidden' })],
    ['is broken', json(500, 'oops')],
    ['answers no JSON', json(200, '<html>')],
    ['answers a list', json(200, [])],
    ['answers about another address', assessed('bcrt1qother', 'Low')],
    ['knows a risk that we do not', (...both) => assessed(good(), 'None')(...both)],
    ['says it in other letters', (...both) => assessed(good(), 'low')(...both)],
    ['sends us elsewhere', (_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end()],
    ['hangs up', (request) => void request.socket.destroy()],
    ['answers without end', (_request, response) => void response.writeHead(200).end('x'.repeat(1024 * 1024 + 1))],
  ])('that %s has given no answer', async (_how, answer) => {
    reply = answer;
    await expect(provider()(null, to(good()))).rejects.toThrow(ScreeningUnavailable);
  });

  it('that says nothing in time has given no answer', async () => {
    reply = () => undefined;
    await expect(provider(50)(null, to(good()))).rejects.toThrow('no answer in 50 ms');
  });

  it('pays nothing without a response and pays with one (a payer that takes silence for approval would pay: broken control)', async () => {
    reply = () => undefined;
    const silentProvider = ofPaidAddress(provider(50), (_network, key) => world.chain.addressOf(key));
    const before = world.paid().length;
    const id = await world.approved(customer, '0.01');
    const silent = world.payer({ screenings: [denyListScreening, silentProvider] });
    await silent.tick();
    await silent.tick();
    await world.mine(0);
    expect((await world.record(customer, id)).thirdStatus).toBe('KYT_VERIFICATION');
    expect(world.alerts).toContainEqual(expect.stringContaining('no answer in 50 ms'));
    const lenient = world.payer({
      screenings: [(dbTx, withdrawal) => silentProvider(dbTx, withdrawal).catch(() => ({ isClear: true }))],
    });
    await lenient.tick(3);
    await world.mine(3);
    expect(world.paid().length).toBe(before + 1);
  });
});

describe('two withdrawals to one address', () => {
  it('ask about it one after the other', async () => {
    const address = world.chain.addressOf(scriptedKey('c3'));
    await world.know(customer, address);
    const unanswered = world.payer({ screenings: [demoScreening([to(address).addressKey])] });
    const first = await world.approved(customer, '0.01', address);
    const second = await world.approved(customer, '0.01', address);
    await unanswered.tick();
    await unanswered.tick();
    const state = async (id: string) => (await world.record(customer, id)).thirdStatus;
    expect([await state(first), await state(second)]).toEqual(['KYT_VERIFICATION', 'WAITING']);
    await world.tick(5);
    await world.mine(9);
    expect([await state(first), await state(second)]).toEqual(['SUCCESS', 'SUCCESS']);
    await world.assertBooks();
  });
});

describe('the configuration', () => {
  const read = (environment: Record<string, string>) => loadKytConfig({ environment });
  it('names the provider, or none', () => {
    expect(read({})).toBeNull();
    expect(read({ KYT_PROVIDER: 'chainalysis', KYT_API_KEY: 'k' })).toEqual({
      url: 'https://api.chainalysis.com/api/risk',
      key: 'k',
      largestRisk: 'Medium',
    });
  });

  it.each([
    [{ KYT_PROVIDER: 'unknown' }, 'chainalysis is known'],
    [{ KYT_PROVIDER: 'chainalysis' }, 'KYT_API_KEY must be too'],
    [{ KYT_PROVIDER: 'chainalysis', KYT_API_KEY: 'k', KYT_URL: 'ftp://x' }, 'KYT_URL'],
    [{ KYT_PROVIDER: 'chainalysis', KYT_API_KEY: 'k', KYT_LARGEST_RISK: 'Severe' }, 'KYT_LARGEST_RISK'],
  ])('%j is refused', (environment, words) => {
    expect(() => read(environment as Record<string, string>)).toThrow(words);
  });

  it('never shows the key in a log', () => {
    const lines: string[] = [];
    const config = loadConfig({ DEMO: '1', KYT_PROVIDER: 'chainalysis', KYT_API_KEY: 'very-secret-key' });
    createLog(config, { write: (line: string) => void lines.push(line) }).info(
      { note: 'very-secret-key' },
      'x very-secret-key',
    );
    expect(lines.join()).not.toContain('very-secret-key');
  });
});

it('of one address begins once, also where two workers begin at the same moment', async () => {
  const { app } = world;
  const port = app.slices.withdrawals.forPayouts;
  const now = app.clock.now();
  const [one, two] = [await world.approved(customer, '0.01'), await world.approved(customer, '0.01')];
  let begun: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  let commit: () => void = () => undefined;
  const committed = new Promise<void>((resolve) => (commit = resolve));
  const first = app.database.transaction(async (dbTx) => {
    const withdrawal = await port.lock(dbTx, BigInt(one));
    if (withdrawal === null) throw new Error(one);
    expect(await port.findScreeningOf(dbTx, withdrawal.network, withdrawal.addressKey)).toBeNull();
    await port.advance(dbTx, withdrawal, 'startScreening', now);
    begun();
    await committed;
  });
  await hasBegun;
  const second = app.database.transaction(async (dbTx) => {
    const withdrawal = await port.lock(dbTx, BigInt(two));
    return withdrawal && port.findScreeningOf(dbTx, withdrawal.network, withdrawal.addressKey);
  });
  const isWaiting = async () => {
    const { rows } = await app.owner.query<{ waiting: boolean }>({
      text: `select exists (select from pg_locks join pg_database d on d.oid = database
             where datname = current_database() and locktype = 'advisory' and not granted) as waiting`,
    });
    return rows[0]?.waiting;
  };
  await expect.poll(isWaiting).toBe(true);
  commit();
  await first;
  expect(await second).toBe(BigInt(one));
  await world.tick(2);
});
