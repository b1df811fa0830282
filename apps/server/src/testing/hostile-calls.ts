// Hostile input made from the schema of a call: a clear answer each time, never a failure, and the books and machines stay as
// they were.
import assert from 'node:assert/strict';
import { type CallName, codes, methodAndPath, transportMessages } from '@lode/contract';
import { type RouteSpec, routes } from '@lode/contract/schemas';
import { assertBooksBalance, customerAccount, houseAccount, postTransfer } from '@lode/ledger';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import fc from 'fast-check';
import { MalformedInput } from '../platform/http/fields.ts';
import { inputReader } from '../platform/http/input.ts';
import type { TestApp } from './app.ts';
import { startDemoApp } from './demo-app.ts';
import { hostileInput } from './inputs.ts';

/** How many inputs of a call; the same seed makes the same ones. */
export interface Amount {
  numRuns: number;
  seed?: number;
}

/** Each call of the contract: a new one is in here without a line of test. */
export const allCalls = Object.entries(routes) as [CallName, RouteSpec][];

/** An app that lets a call be asked as often as it takes. */
export const startHostileApp = () => startDemoApp({ env: { CODES_PER_DAY: '10000000' } });

const knownCodes = new Set<number>([
  ...Object.values(codes).map(({ code }) => code),
  ...Object.keys(transportMessages).map(Number),
]);

/** All that money and machines are made of, a line a table: the demo has some of each. How `except` pays is its own choice. */
async function moneyAndMachines({ database }: TestApp, except: bigint): Promise<string[]> {
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
  const { rows } = await database.query<{ line: string }>({
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

async function fund(app: TestApp, customer: bigint): Promise<void> {
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

const endsSessions = new Set<CallName>(['logout', 'sessionRevoke', 'sessionRevokeAll']);

/** Sends them through HTTP, to an app with money of its own to lose, and all other machines within reach of a guessed id. */
export async function assertCallHolds(app: TestApp, call: CallName, spec: RouteSpec, amount: Amount): Promise<void> {
  const customer = await app.createCustomer();
  await fund(app, customer.id);
  const before = await moneyAndMachines(app, customer.id);
  const property = fc.asyncProperty(hostileInput(spec), fc.boolean(), async ({ fields, asJson }, isLoggedIn) => {
    const headers: Record<string, string> = isLoggedIn ? { ...customer.caller } : {};
    const reply = await app.inject(requestOf(call, fields, asJson, headers));
    const type = String(reply.headers['content-type']);
    if (spec.mediaTypes?.includes(type)) {
      assert.equal(reply.statusCode, 200);
      return;
    }
    const body = reply.json();
    assert.deepEqual(Object.keys(body), ['code', 'message', 'data']);
    assert.ok(knownCodes.has(body.code), `${body.code} is no code of the contract`);
    assert.ok(reply.statusCode < 500, `status ${reply.statusCode}`);
    if (reply.statusCode !== 200) assert.equal(body.code, reply.statusCode);
    if (reply.statusCode === 400) assert.equal(typeof body.data.field, 'string');
  });
  await fc.assert(property, amount);
  assert.deepEqual(await moneyAndMachines(app, customer.id), before);
  // Had the session ended on the way, most of this would have been refusals at the door.
  if (!endsSessions.has(call)) assert.equal((await app.call('userInfo', {}, customer.caller)).code, 200);
  await assertBooksBalance(app.database);
}

/** Only reads them: each fits the schema, or is refused by the name of a field, and some are refused. */
export function assertInputHolds(spec: RouteSpec, amount: Amount): void {
  const readInput = inputReader(spec);
  const schema = TypeCompiler.Compile(spec.input);
  let refused = 0;
  const property = fc.property(hostileInput(spec), ({ fields, asJson }) => {
    const texts = fields.map(([name, value]) => [name, asText(value)]);
    const sources = asJson ? { query: [], form: [], json: fields } : { query: texts, form: [], json: [] };
    try {
      assert.ok(schema.Check(readInput(sources as never)), 'what was read does not fit the schema');
    } catch (error) {
      if (!(error instanceof MalformedInput)) throw error;
      assert.equal(typeof error.field, 'string');
      refused++;
    }
  });
  fc.assert(property, amount);
  assert.ok(refused > 0, 'no input was refused');
}
