/**
 * Proves that sessions which are asked for at once are read by one statement, and that each caller is answered as who asks alone:
 * as its own customer or not at all, also when the joint statement fails, and never by a session that was ended before.
 */
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { QueryConfig } from '../../platform/db/database.ts';
import { type Caller, startTestApp, type TestApp, testPassword } from '../../testing/app.ts';

let app: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  app = await startTestApp({ log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }) });
});
afterAll(() => app.stop());

const joint = 'session.by-tokens';
const alone = 'session.by-token';

async function ask(caller: Caller): Promise<string> {
  return (await app.inject({ method: 'GET', url: '/api/user/info', headers: { ...caller } })).body;
}

/** The names of the sessions' statements while `work` runs; `change` gets each and its real result. */
async function statementsOf<T>(
  work: () => Promise<T>,
  change: (config: QueryConfig, result: { rows: unknown[] }) => void = () => undefined,
) {
  const { query } = app.database;
  const names: string[] = [];
  const spied = vi.spyOn(app.database, 'query').mockImplementation(async (config) => {
    if (config.name !== joint && config.name !== alone) return query(config) as never;
    names.push(config.name);
    const result = await query(config);
    change(config, result);
    return result as never;
  });
  try {
    return { result: await work(), names };
  } finally {
    spied.mockRestore();
  }
}

/** Callers of every kind, each with what it is answered alone. */
async function callers(): Promise<{ caller: Caller; answer: string }[]> {
  const customers = [];
  for (let i = 0; i < 6; i++) customers.push(await app.createCustomer({ deviceId: `device-${i}` }));
  const [disabled, left, twice] = customers.map((customer) => customer);
  if (!disabled || !left || !twice) throw new Error('no customers');
  await app.owner.query({ text: `update customer set status = 'DISABLED' where id = $1`, values: [disabled.id] });
  await app.call('logout', {}, left.caller);
  const other = await app.data('login', { account: twice.account, password: testPassword });
  const asked: Caller[] = [
    ...customers.map(({ caller }) => caller),
    { accessToken: other.accessToken },
    {},
    { accessToken: 'never-was' },
    { ...twice.caller, deviceId: 'another' },
    // The same session once more.
    twice.caller,
  ];
  const answered = [];
  for (const caller of asked) answered.push({ caller, answer: await ask(caller) });
  return answered;
}

const askAll = (asked: readonly { caller: Caller }[]) => Promise.all(asked.map(({ caller }) => ask(caller)));

it('are one statement, and each caller is answered as alone', async () => {
  const asked = await callers();
  expect(new Set(asked.map(({ answer }) => answer)).size).toBe(6);
  const { result, names } = await statementsOf(() => askAll(asked));
  expect(result).toEqual(asked.map(({ answer }) => answer));
  expect(names).toEqual([joint]);
});

it('are read alone when the joint statement fails, which is logged', async () => {
  const asked = await callers();
  const { result, names } = await statementsOf(
    () => askAll(asked),
    ({ name }) => {
      if (name === joint) throw new Error('this statement is broken');
    },
  );
  expect(result).toEqual(asked.map(({ answer }) => answer));
  // Who gives no token asks for no session.
  expect(names).toEqual([joint, ...asked.slice(1).map(() => alone)]);
  expect(logged.join('')).toContain('session.batch-failed');
});

it('that were mixed up would be seen (broken control)', async () => {
  const asked = await callers();
  const { result } = await statementsOf(
    () => askAll(asked),
    ({ name }, { rows }) => {
      const places = (rows as { place: number }[]).map(({ place }) => place);
      if (name === joint)
        for (const [i, row] of rows.entries()) Object.assign(row as object, { place: places.at(i - 1) });
    },
  );
  expect(result).not.toEqual(asked.map(({ answer }) => answer));
});

it('are never those that were ended before they were asked for', async () => {
  const customers = [];
  for (let i = 0; i < 8; i++) customers.push(await app.createCustomer());
  const answers = await Promise.all(
    customers.map(async ({ caller }) => {
      await app.call('logout', {}, caller);
      return JSON.parse(await ask(caller)).code as number;
    }),
  );
  expect(answers).toEqual(customers.map(() => 10111));
});
