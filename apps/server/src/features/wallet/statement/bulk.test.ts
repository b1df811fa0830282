/**
 * Proves that a statement of any length goes through in bounded memory, over a real socket, and adds up. The full size is
 * `STATEMENT_LINES=1000000`.
 */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { customerAccount, houseAccount } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { businessDate } from '../../../platform/clock/clock.ts';
import { startTestApp, type TestApp, type TestCustomer } from '../../../testing/app.ts';

const lines = Number(process.env.STATEMENT_LINES ?? 100_000);
const linesOfATransfer = 10_000;
/** What a run may hold beyond what it began with, whatever its length. */
const bound = 16 * 1024 * 1024;

let app: TestApp;
let customer: TestCustomer;
let address: string;
let day: string;
beforeAll(async () => {
  app = await startTestApp();
  customer = await app.createCustomer();
  day = businessDate(app.clock.now());
  for (let transfer = 0; transfer < lines / linesOfATransfer; transfer++) {
    await app.owner.query({
      text: `select ledger.post_batch('bulk ' || $2, sha256($2::text::bytea), 'bulk', $3, $4,
               array_agg(case when i % 2 = 0 then $6 else $1 end::bigint order by i), array_agg(case when i % 2 = 0 then $1 else $7 end::bigint order by i),
               array_agg((case when i % 2 = 0 then 'ELE_RECHARGE' else 'HOSTING_FEE' end)::ledger.posting_type order by i),
               array_agg(case when i % 2 = 0 then 3 else 1 end::bigint order by i), array_agg($3::date order by i), array_agg(null::bigint order by i))
             from generate_series(0, $5::int - 1) i`,
      values: [
        customerAccount(customer.id, 'ELE_ACCOUNT', 'USDT'),
        transfer,
        day,
        app.clock.now(),
        linesOfATransfer,
        houseAccount('CASH', 'USDT'),
        houseAccount('ELECTRICITY_REVENUE', 'USDT'),
      ],
    });
  }
  await app.owner.query({ text: 'analyze ledger.posting, ledger.transfer' });
  address = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
}, 600_000);
afterAll(() => app.stop(), 600_000);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const betweenLooks = 4 * 1024 * 1024;

/** The most that is held at once beyond what it began with: what can be thrown away is thrown away before each look. */
function memoryWatch() {
  const held = () => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = held();
  let most = 0;
  let unseen = 0;
  return {
    look(bytes: number) {
      unseen += bytes;
      if (unseen < betweenLooks) return;
      unseen = 0;
      most = Math.max(most, held() - before);
    },
    most: () => most,
  };
}

async function download(format: 'csv' | 'xlsx') {
  const response = await fetch(`${address}/api/statement?from=${day}&to=${day}&format=${format}`, {
    headers: customer.caller,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('file-records')).toBe(String(lines));
  return response.body as unknown as AsyncIterable<Uint8Array>;
}

it('as CSV, every line, the balance at its end', async () => {
  const memory = memoryWatch();
  const decoder = new TextDecoder();
  let count = 0;
  let tail = '';
  for await (const chunk of await download('csv')) {
    memory.look(chunk.length);
    const text = decoder.decode(chunk, { stream: true });
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
    tail = (tail + text).slice(-200);
  }
  expect(count).toBe(lines + 3);
  // Every second line gives three micro-USDT, the others take one.
  expect(tail).toContain(`期末余额,,${formatAmount(BigInt(lines), 'USDT')},`);
  expect(memory.most()).toBeLessThan(bound);
}, 600_000);

it('as a workbook', async () => {
  const memory = memoryWatch();
  let bytes = 0;
  for await (const chunk of await download('xlsx')) {
    // A zip says in a few bytes what took many.
    memory.look(chunk.length * 8);
    bytes += chunk.length;
  }
  expect(bytes).toBeGreaterThan(lines);
  expect(memory.most()).toBeLessThan(bound);
}, 600_000);

it('and what holds all of it at once would be seen', async () => {
  const memory = memoryWatch();
  const all: string[][] = [];
  const decoder = new TextDecoder();
  for await (const chunk of await download('csv')) {
    all.push(
      ...decoder
        .decode(chunk, { stream: true })
        .split('\n')
        .map((line) => line.split(',')),
    );
    memory.look(chunk.length);
  }
  expect(all.length).toBeGreaterThan(lines);
  expect(memory.most()).toBeGreaterThan(bound);
}, 600_000);

it('a client that hangs up leaves nothing open', async () => {
  const client = new AbortController();
  const response = await fetch(`${address}/api/statement?from=${day}&to=${day}&format=csv`, {
    headers: customer.caller,
    signal: client.signal,
  });
  await response.body?.getReader().read();
  client.abort();
  const open = async () => {
    const { rows } = await app.database.query({
      text: `select from pg_stat_activity where datname = current_database() and usename = current_user
             and xact_start is not null and pid <> pg_backend_pid()`,
    });
    return rows.length;
  };
  while ((await open()) > 0);
  const again = () =>
    fetch(`${address}/api/statement?from=2000-01-01&to=2000-01-01&format=csv`, { headers: customer.caller });
  // The place comes free when the connection is back, a moment after the transaction is over.
  let status = 429;
  while (status === 429) {
    const response = await again();
    await response.arrayBuffer();
    status = response.status;
  }
  expect(status).toBe(200);
}, 600_000);
