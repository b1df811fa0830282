// Every call of the contract, driven with hostile input made from its own schema: a clear answer each time, never a
// failure, and the books and machines stay as they were. A new call is in here without a line of test.

import { type CallName, codes, methodAndPath, transportMessages } from '@lode/contract';
import { type RouteSpec, routes } from '@lode/contract/schemas';
import { assertBooksBalance, customerAccount, houseAccount, postTransfer } from '@lode/ledger';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MalformedInput } from '../platform/http/fields.ts';
import { inputReader } from '../platform/http/input.ts';
import { type TestApp } from './app.ts';
import { startDemoApp } from './demo-app.ts';
import { hostileInput } from './inputs.ts';

/** Requests per call, and nine times as many that are only read. The long form, a million in all: `FUZZ_RUNS=2500`. */
const runs = Number(process.env.FUZZ_RUNS ?? 100);
const reads = 9 * runs;
const options = { timeout: Math.max(30_000, 100 * runs) };

let app: TestApp;
beforeAll(async () => {
  app = await startDemoApp({ env: { CODES_PER_DAY: '10000000' } });
});
afterAll(() => app.stop());

const knownCodes = new Set<number>([
  ...Object.values(codes).map(({ code }) => code),
  ...Object.keys(transportMessages).map(Number),
]);

/** All that money and machines are made of, a line a table: the demo has some of each. How `except` pays is its own choice. */
async function moneyAndMachines(except: bigint): Promise<string[]> {
  const tables = [
    'ledger.transfer',
    'ledger.posting',
    'ledger.balance',
    'ledger.hold',
    'machine',
    'machine_status_period',
    'machine_output',
    'electricity_charge',
    `(select * from electricity_account where customer_id <> ${except})`,
    'hosting_charge',
    'day_close',
  ];
  const { rows } = await app.database.query<{ line: string }>({
    text: tables
      .map(
        (table) =>
          `select '${table} ' || count(*) || ' ' || md5(string_agg(t::text, ' ' order by t::text)) as line from ${table} t`,
      )
      .join(' union all '),
  });
  return rows.map(({ line }) => line);
}

function requestOf(call: CallName, fields: [string, unknown][], asJson: boolean, headers: Record<string, string>) {
  const { method, path } = methodAndPath(call);
  if (method === 'POST' && asJson) {
    // By hand: a field that comes twice must come twice.
    const body = fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',');
    return { method, url: path, headers: { ...headers, 'content-type': 'application/json' }, payload: `{${body}}` };
  }
  const text = fields.map(([name, value]) => {
    return `${encoded(name)}=${encoded(asText(value))}`;
  });
  return { method, url: `${path}?${text.join('&')}`, headers };
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A lone half of a character has no encoding of its own. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

async function fund(customer: bigint): Promise<void> {
  const date = '2026-03-10';
  const give = (to: 'OUTPUT_ACCOUNT' | 'ELE_ACCOUNT', coin: 'BTC' | 'USDT') => ({
    from: houseAccount('CUSTODY', coin),
    to: customerAccount(customer, to, coin),
    type: 'RECHARGE_BTC' as const,
    amount: 10n ** 9n,
    date,
  });
  await postTransfer(app.database, {
    key: `fund ${customer}`,
    input: null,
    kind: 'deposit',
    businessDate: date,
    postedAt: app.clock.now(),
    postings: [give('OUTPUT_ACCOUNT', 'BTC'), give('ELE_ACCOUNT', 'USDT')],
  });
}

const endsSessions = new Set<CallName>(['logout', 'sessionRevoke']);

describe('hostile input', () => {
  for (const [call, spec] of Object.entries(routes) as [CallName, RouteSpec][]) {
    it(`to ${spec.method} ${spec.path} is answered`, options, async () => {
      // With money of its own to lose, and all other machines within reach of a guessed id.
      const customer = await app.createCustomer();
      await fund(customer.id);
      const before = await moneyAndMachines(customer.id);
      const property = fc.asyncProperty(hostileInput(spec), fc.boolean(), async ({ fields, asJson }, isLoggedIn) => {
        const headers: Record<string, string> = isLoggedIn ? { ...customer.caller } : {};
        const reply = await app.inject(requestOf(call, fields, asJson, headers));
        const type = String(reply.headers['content-type']);
        if (spec.mediaTypes?.includes(type)) {
          expect(reply.statusCode).toBe(200);
          return;
        }
        const body = reply.json();
        expect(Object.keys(body)).toEqual(['code', 'message', 'data']);
        expect(knownCodes).toContain(body.code);
        expect(reply.statusCode).toBeLessThan(500);
        if (reply.statusCode !== 200) expect(body.code).toBe(reply.statusCode);
        if (reply.statusCode === 400) expect(body.data.field).toEqual(expect.any(String));
      });
      await fc.assert(property, { numRuns: runs });
      expect(await moneyAndMachines(customer.id)).toEqual(before);
      // Had the session ended on the way, most of this would have been refusals at the door.
      if (!endsSessions.has(call)) expect((await app.call('userInfo', {}, customer.caller)).code).toBe(200);
      await assertBooksBalance(app.database);
    });
  }
});

describe('hostile input that is read', () => {
  for (const [call, spec] of Object.entries(routes) as [CallName, RouteSpec][]) {
    it(`for ${call} fits its schema, or is refused by the name of a field`, options, () => {
      const readInput = inputReader(spec);
      const schema = TypeCompiler.Compile(spec.input);
      let refused = 0;
      const property = fc.property(hostileInput(spec), ({ fields, asJson }) => {
        const texts = fields.map(([name, value]) => [name, asText(value)]);
        const sources = asJson ? { query: [], form: [], json: fields } : { query: texts, form: [], json: [] };
        try {
          expect(schema.Check(readInput(sources as never))).toBe(true);
        } catch (error) {
          if (!(error instanceof MalformedInput)) throw error;
          expect(error.field).toEqual(expect.any(String));
          refused++;
        }
      });
      fc.assert(property, { numRuns: reads });
      expect(refused).toBeGreaterThan(0);
    });
  }
});
