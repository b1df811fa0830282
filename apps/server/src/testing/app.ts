import { type CallName, type Data, type Envelope, type Input, methodAndPath } from '@lode/contract';
import { assertBooksBalance } from '@lode/ledger';
import type { InjectOptions } from 'fastify';
import pino, { type Logger } from 'pino';
import { type App, type AppDeps, createApp } from '../app.ts';
import { changeFundsPasswordHash, changePasswordHash } from '../features/identity/customer.store.ts';
import { newestLocalMessages } from '../features/messages/messages.store.ts';
import type { ChainNodes } from '../platform/chains/chain-nodes.ts';
import { networks } from '../platform/chains/chain-nodes.ts';
import { type ManualClock, manualClock } from '../platform/clock/clock.ts';
import { loadConfig } from '../platform/config/config.ts';
import { asTransaction } from '../platform/db/database.ts';
import { runDueJobs } from '../platform/jobs/jobs.ts';
import { createPasswords, type Passwords } from '../platform/secrets/passwords.ts';
import { as, workerParts } from './caller-role.ts';
import { createTestDatabase, type TestDatabase } from './harness.ts';
import { testAddressOf } from './test-nodes.ts';

const testStart = '2026-03-10T04:00:00.000Z';
export const testPassword = 'Lode@Test1';
export const testFundsPassword = '246810';

/** Who calls: the headers of a request. */
export interface Caller {
  accessToken?: string;
  deviceId?: string;
  requestId?: string;
  cookie?: string;
}

export interface Reply<D> extends Envelope<D> {
  /** HTTP status. */
  status: number;
}

export interface TestCustomer {
  id: bigint;
  account: string;
  password: string;
  /** Logged in. */
  caller: Required<Pick<Caller, 'accessToken' | 'deviceId'>>;
}

export interface TestAppOptions {
  now?: string;
  env?: Record<string, string>;
  /** Connections of the app; caps and races want some. */
  max?: number;
  log?: Logger;
  /** Chains of the test's own. */
  nodes?: ChainNodes;
  /** Who signs payments; without one nothing can be withdrawn. */
  sign?: AppDeps['sign'];
  /** Of an installation whose pepper is being replaced. */
  peppers?: { present: Buffer; previous: Buffer | null };
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

/** The whole app on a database of its own, with a clock that stands still; requests go in without a socket. */
export async function startTestApp(options: TestAppOptions = {}) {
  const test = await createTestDatabase({ max: options.max });
  const clock = manualClock(options.now ?? testStart);
  const log = options.log ?? pino({ level: 'silent' });
  const app = await createTestedApp(test, clock, log, options);
  const { database } = test;
  const { jobs, ticks, watchers, checkBooks, watchBooks } = workerParts(app);
  // What comes in over HTTP has the role of the process that serves customers.
  // The await is within: a request begins when its response is asked for.
  const inject = (request: InjectOptions) => as('public', async () => await app.fastify.inject(request));
  let customers = 0;

  async function call<C extends CallName>(name: C, input: Input<C>, caller: Caller = {}): Promise<Reply<Data<C>>> {
    // As the worker has, which is a few seconds behind at most.
    if (name === 'depositAddress')
      for (const network of networks) await as('worker', () => app.slices.deposits.deriveAddresses(network));
    const { method, path } = methodAndPath(name);
    const fields = input as Record<string, string | number>;
    const reply = await inject({
      method,
      url: path,
      headers: { ...caller },
      ...(method === 'GET' ? { query: textOf(fields) } : { payload: fields }),
    });
    const envelope: Envelope<Data<C>> = JSON.parse(reply.body);
    return { status: reply.statusCode, ...envelope };
  }

  /** A call that must succeed: its data. */
  async function data<C extends CallName>(name: C, input: Input<C>, caller?: Caller): Promise<Data<C>> {
    const reply = await call(name, input, caller);
    if (reply.code !== 200) throw new Error(`${name} answered ${reply.code} ${reply.message}`);
    return reply.data;
  }

  /** A customer with a password, logged in. */
  async function createCustomer(
    values: { account?: string; nickname?: string; tags?: string[]; deviceId?: string } = {},
  ): Promise<TestCustomer> {
    const account = values.account ?? `139${(++customers).toString().padStart(8, '0')}`;
    const { nickname = '', tags = [], deviceId = `device-of-${account}` } = values;
    const id = await app.slices.identity.createCustomer(database, { account, nickname, tags });
    if (id === null) throw new Error(`${account} exists already`);
    const to = await testPasswords.hash(testPassword);
    await changePasswordHash(database, { customerId: id, from: null, to, now: clock.now() });
    const { accessToken } = await data('login', { account, password: testPassword }, { deviceId });
    return { id, account, password: testPassword, caller: { accessToken, deviceId } };
  }

  /** A customer whose money may move: with a funds password, and the risk disclosure confirmed. */
  async function createMoneyCustomer(values?: Parameters<typeof createCustomer>[0]): Promise<TestCustomer> {
    const customer = await createCustomer(values);
    const { id: customerId } = customer;
    await changeFundsPasswordHash(database, customerId, await testPasswords.hash(testFundsPassword), clock.now());
    await app.slices.riskDisclosure.confirmRisk(database, { customerId, deviceId: null, now: clock.now() });
    return customer;
  }

  /** Does the worker's due jobs here and now, after its check of the books where one is due: without it no payment leaves. */
  async function runJobs(): Promise<void> {
    await checkBooks(clock.now());
    await runDueJobs({ databaseUrl: test.partUrls.worker, jobs, log });
  }

  /** The broken control of a test: runs `work` while one named statement of the product does nothing. */
  async function without<T>(statementName: string, work: () => Promise<T>): Promise<T> {
    const { transaction } = database;
    database.transaction = (inside) =>
      transaction((dbTx) =>
        inside(
          asTransaction({
            query: (query) =>
              query.name === statementName ? Promise.resolve({ rows: [], rowCount: 0 }) : dbTx.query(query),
          }),
        ),
      );
    try {
      return await work();
    } finally {
      database.transaction = transaction;
    }
  }

  /** The same product started once more on this database: what the first one remembered is gone. */
  async function startAnother(changed: Pick<TestAppOptions, 'peppers'> = {}) {
    const another = await createTestedApp(test, clock, log, { ...options, ...changed });
    const { fastify, leave } = another;
    return {
      inject: (request: InjectOptions) => as('public', async () => await fastify.inject(request)),
      console: another.console,
      slices: another.slices,
      leave,
      stop: () => fastify.close(),
    };
  }

  const inLink = /\/not_me\?token=([\w-]{43})$/;

  /** What customers were sent without a code, the newest first. */
  async function sentNotices(): Promise<{ to: string; text: string }[]> {
    await runJobs();
    const messages = await newestLocalMessages(database, 1000);
    return messages.filter(({ code }) => code === null).map(({ to, text }) => ({ to, text }));
  }
  /** Those without a link. */
  const notices = async () => (await sentNotices()).filter(({ text }) => !inLink.test(text));
  const securityNotices = async () =>
    (await sentNotices()).flatMap(({ to, text }) => {
      const [, token] = inLink.exec(text) ?? [];
      return token === undefined ? [] : [{ to, text, token }];
    });

  /** The newest one-time code that reached an account. */
  async function lastCode(account: string): Promise<string> {
    await runJobs();
    const message = (await newestLocalMessages(database, 1000)).find(({ to, code }) => to === account && code !== null);
    if (!message?.code) throw new Error(`nothing was sent to ${account}`);
    return message.code;
  }

  return {
    call,
    data,
    inject,
    fastify: app.fastify,
    console: app.console,
    slices: app.slices,
    jobs,
    ticks,
    watchers,
    checkBooks,
    watchBooks,
    clock,
    log,
    database,
    owner: test.owner,
    databaseUrl: test.url,
    ownerUrl: test.ownerUrl,
    partUrls: test.partUrls,
    passwords: testPasswords,
    createCustomer,
    createMoneyCustomer,
    runJobs,
    lastCode,
    notices,
    sentNotices,
    securityNotices,
    startAnother,
    without,
    async stop() {
      await Promise.all([app.fastify.close(), app.console.close()]);
      await assertBooksBalance(database);
      await test.drop();
    },
  };
}

export const testPepper = Buffer.from('a pepper for tests only');
/** As little work as the library lets: what is tested is the rule, not the cost. */
const testCost = { memoryKib: 8, passes: 1 };
const testPasswords: Passwords = createPasswords(testPepper, testCost);

function createTestedApp(
  test: TestDatabase,
  clock: ManualClock,
  log: Logger,
  { env = {}, nodes, sign, peppers }: TestAppOptions,
): Promise<App> {
  const config = loadConfig({ DEMO: '1', RATE_LIMIT_SCALE: '10000', ...env });
  // A built client must change no test.
  const clientFolder = env.CLIENT_FOLDER ?? '/nowhere';
  const folder = env.CONSOLE_FOLDER ?? '/nowhere';
  return createApp({
    database: test.database,
    clock,
    log,
    config: { ...config, clientFolder, console: { ...config.console, folder } },
    passwords: peppers ? createPasswords(peppers.present, testCost, peppers.previous) : testPasswords,
    pepper: peppers?.present ?? testPepper,
    previousPepper: peppers?.previous ?? null,
    checksAnswers: true,
    asWorker: (work) => as('worker', work),
    nodes: nodes ?? noNodes,
    sign,
  });
}

/** A node that runs on this machine must change no test. */
const noNodes: ChainNodes = {
  open: async () => ({ closed: 'this test has no chains' }),
  addressOf: testAddressOf,
  confirmations: (network) => ({ BITCOIN: 3, ERC20: 30 })[network],
  depth: () => 100,
  demoNode: async () => null,
};

function textOf(fields: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}
