/**
 * Proves that the wallets of many customers who ask at once are one statement, and each answer is to the byte what its customer gets who
 * asks alone: whatever the session, also when the joint statement fails, and never older than what was acknowledged before.
 */
import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { customerAccount, houseAccount, postTransfer } from '@lode/ledger';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hashToken } from '../../platform/http/session.ts';
import { type Caller, startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';

let app: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  app = await startTestApp({ log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }) });
});
afterAll(() => app.stop());

const joint = 'wallet.of-sessions';
const alone = 'wallet.of-session';

async function ask(caller: Caller): Promise<{ status: number; body: string }> {
  const reply = await app.inject({ method: 'GET', url: '/api/user/wallet', headers: { ...caller } });
  return { status: reply.statusCode, body: reply.body };
}

/** Names of the wallet's statements while `work` runs; one that is named in `broken` fails. */
async function statementsOf<T>(
  work: () => Promise<T>,
  broken: (name: string, values: unknown[]) => boolean = () => false,
) {
  const { query } = app.database;
  const names: string[] = [];
  const spied = vi.spyOn(app.database, 'query').mockImplementation((config) => {
    if (config.name === joint || config.name === alone) names.push(config.name);
    if (broken(config.name ?? '', config.values ?? [])) return Promise.reject(new Error('this statement is broken'));
    return query(config) as never;
  });
  try {
    return { result: await work(), names };
  } finally {
    spied.mockRestore();
  }
}

let keys = 0;
function credit(customer: TestCustomer, amount: number) {
  return postTransfer(app.database, {
    key: `batch-${++keys}`,
    input: null,
    kind: 'test',
    businessDate: '2026-03-10',
    postedAt: app.clock.now(),
    postings: [
      {
        from: houseAccount('CASH', 'USDT'),
        to: customerAccount(customer.id, 'ELE_ACCOUNT', 'USDT'),
        type: 'ELE_RECHARGE',
        amount: BigInt(amount),
        date: '2026-03-10',
      },
    ],
  });
}

const update = (text: string, { id }: TestCustomer) => app.owner.query({ text: `${text} = $1`, values: [id] });

/** What may have become of a customer's session, and how that customer then calls. */
const fates: ((customer: TestCustomer) => Promise<Caller>)[] = [
  async function good({ caller }) {
    return caller;
  },
  async function paysWithOutputs({ caller }) {
    await app.data('setPayMode', { mode: 'OUTPUT_FIRST' }, caller);
    return caller;
  },
  async function withoutSession() {
    return {};
  },
  async function inventedToken({ caller }) {
    return { ...caller, accessToken: 'invented' };
  },
  async function otherDevice({ caller }) {
    return { ...caller, deviceId: 'another' };
  },
  async function noDevice({ caller: { accessToken } }) {
    return { accessToken };
  },
  async function loggedOut({ caller }) {
    await app.data('logout', {}, caller);
    return caller;
  },
  async function expired(customer) {
    await update(`update session set expires_at = '2026-03-10T03:59:59Z' where customer_id`, customer);
    return customer.caller;
  },
  async function idleForTooLong(customer) {
    await update(`update session set idle_until = '2026-03-10T03:59:59Z' where customer_id`, customer);
    return customer.caller;
  },
  async function disabled(customer) {
    await update(`update customer set status = 'DISABLED' where id`, customer);
    return customer.caller;
  },
];

/** Customers with every fate and with any money, in any order. */
async function manyCallers(ofEachFate: number): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (let n = 0; n < ofEachFate; n++)
    for (const meet of fates) {
      const customer = await app.createCustomer();
      for (let credits = randomInt(3); credits > 0; credits--) await credit(customer, randomInt(1, 2 ** 40));
      callers.splice(randomInt(callers.length + 1), 0, await meet(customer));
    }
  return callers;
}

describe('wallets that are asked for at once', () => {
  let callers: Caller[];
  let asked: Awaited<ReturnType<typeof ask>>[];
  beforeAll(async () => {
    callers = await manyCallers(8);
    const one = await statementsOf(async () => {
      const answers = [];
      for (const caller of callers) answers.push(await ask(caller));
      return answers;
    });
    expect(new Set(one.names)).toEqual(new Set([alone]));
    asked = one.result;
    const codes = asked.map(({ body }) => (JSON.parse(body) as { code: number }).code);
    expect(new Set(codes)).toEqual(new Set([200, 10111, 1001]));
  });

  const atOnce = () => Promise.all(callers.map(ask));

  it('are few statements, with the bodies of those who ask alone [call:GET /api/user/wallet]', async () => {
    const { result, names } = await statementsOf(atOnce);
    expect(result).toEqual(asked);
    expect(names).toContain(joint);
    expect(names.length).toBeLessThan(callers.length / 4);
  });

  it('keep their bodies when each joint statement fails, which is logged once', async () => {
    const { result, names } = await statementsOf(atOnce, (name) => name === joint);
    expect(result).toEqual(asked);
    expect(names.filter((name) => name === alone).length).toBeGreaterThan(callers.length / 2);
    const lines = logged.filter((line) => line.includes('wallet.batch-failed'));
    expect(lines).toEqual([expect.stringContaining('this statement is broken')]);
  });

  it('fail for one customer alone when what is wrong is his', async () => {
    const place = asked.findIndex(({ body }) => body.includes('"code":200'));
    const unlucky = hashToken(callers[place]?.accessToken ?? '');
    const { result } = await statementsOf(
      atOnce,
      (name, [value]) =>
        (name === joint || name === alone) && [value].flat().some((hash) => unlucky.equals(hash as Buffer)),
    );
    expect(result[place]?.status).toBe(500);
    expect(result.toSpliced(place, 1)).toEqual(asked.toSpliced(place, 1));
  });
});

it('shows each customer what was acknowledged before, however many ask', async () => {
  const customers = await Promise.all(Array.from({ length: 12 }, () => app.createCustomer()));
  const { names } = await statementsOf(() =>
    Promise.all(
      customers.map(async (customer, place) => {
        for (let total = 1; total <= 12; total++) {
          await credit(customer, 1);
          const [own] = await Promise.all([ask(customer.caller), ask(customers.at(place - 1)?.caller ?? {})]);
          expect(own.body).toContain(`"total":"0.${String(total).padStart(6, '0')}"`);
        }
      }),
    ),
  );
  expect(names).toContain(joint);
});

it('goes on when callers hang up', async () => {
  const { caller } = await app.createCustomer();
  const port = Number(new URL(await app.fastify.listen({ port: 0, host: '127.0.0.1' })).port);
  const request = `GET /api/user/wallet HTTP/1.1\r\nHost: a\r\naccessToken: ${caller.accessToken}\r\ndeviceId: ${caller.deviceId}\r\n\r\n`;
  const { query } = app.database;
  let begun = 0;
  const held: (() => void)[] = [];
  const spied = vi.spyOn(app.database, 'query').mockImplementation(async (config) => {
    if (config.name === joint || config.name === alone) {
      begun++;
      await new Promise<void>((resolve) => void held.push(resolve));
    }
    return query(config) as never;
  });
  const gone = Array.from({ length: 10 }, () => connect(port, '127.0.0.1').end(request));
  await vi.waitFor(() => expect(begun).toBeGreaterThan(0));
  for (const socket of gone) socket.destroy();
  spied.mockRestore();
  for (const end of held) end();
  expect((await ask(caller)).status).toBe(200);
});
