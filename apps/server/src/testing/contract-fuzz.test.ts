// Every call of the contract, driven with hostile input made from its own schema: a clear answer each time, never a
// failure, and the books and machines stay as they were. A new call is in here without a line of test.

import { type CallName, codes, methodAndPath, transportMessages } from '@lode/contract';
import { type RouteSpec, routes } from '@lode/contract/schemas';
import { assertBooksBalance } from '@lode/ledger';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { hostileInput } from './inputs.ts';

/** Requests per call; the long form is `FUZZ_RUNS=5000`. */
const runs = Number(process.env.FUZZ_RUNS ?? 100);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { CODES_PER_DAY: '10000000' } });
});
afterAll(() => app.stop());

const knownCodes = new Set<number>([
  ...Object.values(codes).map(({ code }) => code),
  ...Object.keys(transportMessages).map(Number),
]);

/** All that money and machines are made of, as one text. */
async function moneyAndMachines(): Promise<string> {
  const { rows } = await app.database.query<{ state: string }>({
    text: `select coalesce(string_agg(line, e'\n'), '') as state from (
             select t::text as line from ledger.transfer t union all select p::text from ledger.posting p
             union all select b::text from ledger.balance b union all select h::text from ledger.hold h
             union all select m::text from machine m union all select c::text from electricity_charge c
             order by 1
           ) everything`,
  });
  return rows[0]?.state ?? '';
}

function requestOf(call: CallName, fields: [string, unknown][], asJson: boolean, headers: Record<string, string>) {
  const { method, path } = methodAndPath(call);
  if (method === 'POST' && asJson) {
    // By hand: a field that comes twice must come twice.
    const body = fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',');
    return { method, url: path, headers: { ...headers, 'content-type': 'application/json' }, payload: `{${body}}` };
  }
  const text = fields.map(([name, value]) => {
    const shown = typeof value === 'string' ? value : JSON.stringify(value);
    return `${encoded(name)}=${encoded(shown)}`;
  });
  return { method, url: `${path}?${text.join('&')}`, headers };
}

/** A lone half of a character has no encoding of its own. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

const endsSessions = new Set<CallName>(['logout', 'sessionRevoke']);

describe('hostile input', () => {
  for (const [call, spec] of Object.entries(routes) as [CallName, RouteSpec][]) {
    it(`to ${spec.method} ${spec.path} is answered`, async () => {
      const customer = await app.createCustomer();
      const before = await moneyAndMachines();
      const property = fc.asyncProperty(hostileInput(spec), fc.boolean(), async ({ fields, asJson }, isLoggedIn) => {
        const headers: Record<string, string> = isLoggedIn ? { ...customer.caller } : {};
        const reply = await app.inject(requestOf(call, fields, asJson, headers));
        const body = reply.json();
        expect(Object.keys(body)).toEqual(['code', 'message', 'data']);
        expect(knownCodes).toContain(body.code);
        expect(reply.statusCode).toBeLessThan(500);
        if (reply.statusCode !== 200) expect(body.code).toBe(reply.statusCode);
        if (reply.statusCode === 400) expect(body.data.field).toEqual(expect.any(String));
      });
      await fc.assert(property, { numRuns: runs });
      expect(await moneyAndMachines()).toBe(before);
      // Had the session ended on the way, most of this would have been refusals at the door.
      if (!endsSessions.has(call)) expect((await app.call('userInfo', {}, customer.caller)).code).toBe(200);
      await assertBooksBalance(app.database);
    });
  }
});
