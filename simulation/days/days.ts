/** Random days of a company: an auditor that shares no code with the product predicts every figure. */
import assert from 'node:assert/strict';
import { checkBooks, describeDifference } from '@lode/ledger';
import { openAsAdmin } from '../../apps/server/src/testing/harness.ts';
import type { Context, Options } from '../product/proofs.ts';
import { seededRandom } from '../random.ts';
import { allChecks } from '../wrong-rows/wrong-rows.ts';
import { plusDays } from './auditor/calendar.ts';
import { Difference, Life, type LifeOptions } from './life.ts';
import { type Company, startCompany } from './product/company.ts';

/** Above this, figures are compared after closes only. */
const smallCompany = 300;
/** Machine days that books:check computes again within a minute or two. */
const mostReplayed = 50_000;

export async function simulateDays({ freshSeed: seed, sizes }: Options, { prove, onEnd }: Context): Promise<void> {
  const { days, machines } = sizes;
  const from = sizes.from || someDay(seed);
  const comparesOften = machines <= smallCompany;
  const eventsPerDay = comparesOften ? 25 : Math.ceil(machines / 70);
  const options: LifeOptions = { seed, from, machines, eventsPerDay, comparesOften };
  const company = await startCompany(Date.parse(`${from}T00:00:00Z`), Math.ceil(machines / 4));
  onEnd(() => company.stop());
  const life = new Life(company, options);

  await prove(`days: ${days} days from ${from} with ${machines} machines are as predicted, seed ${seed}`, async () => {
    await life.begin();
    const started = performance.now();
    await life.liveThrough(days, (date) => {
      if (!comparesOften && date.endsWith('-01')) console.log(`${progressOf(life, started)}, ${date}`);
    });
    assert.deepEqual(await life.compareTotals(), []);
    console.log(`  ${progressOf(life, started)}`);
    console.log(`  ${life.timeSpent()}`);
    console.log(`  done/refused: ${life.occurrences()}`);
  });
  if (days * machines <= mostReplayed) {
    await prove('days: books:check finds nothing', async () => {
      assert.deepEqual((await checkBooks(company.app.database, allChecks(company.app))).map(describeDifference), []);
    });
  }
  await prove('days, control: a charge and an output that were altered are named', () => alterFigures(company, life));
  await prove('days, control: a day that closes at a wrong price is named', () =>
    alterPrice(company, life, plusDays(from, days + 1)),
  );
}

/** Often across a month’s end, and one in four across a leap day. */
function someDay(seed: number): string {
  const random = seededRandom(seed);
  if (random.below(4) === 0) return `2028-02-${20 + random.below(8)}`;
  return plusDays(`2027-${String(1 + random.below(12)).padStart(2, '0')}-28`, -random.below(8));
}

function progressOf(life: Life, started: number): string {
  const { events, refused, comparisons } = life.counts;
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
  const seconds = Math.round((performance.now() - started) / 1000);
  return `${events} events (${refused} refused as predicted), ${comparisons} figures compared, ${seconds} s, ${memory} MiB`;
}

async function alterFigures({ app }: Company, life: Life): Promise<void> {
  const closed = life.auditor.state.lastClosed;
  const alterations = [
    ['electricity_charge', 'amount = amount + $3, owed = owed + $3', 'charge'],
    ['machine_output', 'gross = gross + $3, net = net + $3', 'output'],
  ] as const;
  const admin = await openAsAdmin(app.databaseUrl);
  try {
    for (const [table, set, what] of alterations) {
      const { rows } = await admin.query<{ id: bigint; no: string }>({
        text: `select machine_id as id, (select machine_no from machine where id = machine_id) as no from ${table} where date = $1 order by 1 limit 1`,
        values: [closed],
      });
      const [row] = rows;
      assert.ok(row, `there is no ${what} of ${closed}`);
      const alter = (by: bigint) =>
        admin.transaction(async (dbTx) => {
          await dbTx.query({ text: 'set local session_replication_role = replica' });
          await dbTx.query({
            text: `update ${table} set ${set} where machine_id = $1 and date = $2`,
            values: [row.id, closed, by],
          });
        });
      await alter(1n);
      const found = await life.compareNow();
      await alter(-1n);
      assert.ok(found.length > 0, `${what} + 1 was not noticed`);
      for (const difference of found) assert.match(difference, new RegExp(`^${what} ${row.no} ${closed} `));
      assert.deepEqual(await life.compareNow(), []);
    }
  } finally {
    await admin.end();
  }
}

/** A tenth of a cent more per kWh in every tariff, without the auditor. */
async function alterPrice({ app }: Company, life: Life, date: string): Promise<void> {
  const admin = await openAsAdmin(app.databaseUrl);
  await admin
    .transaction(async (dbTx) => {
      await dbTx.query({ text: 'set local session_replication_role = replica' });
      await dbTx.query({ text: 'update tariff set price = price + 0.001' });
    })
    .finally(() => admin.end());
  const found: unknown = await life.liveDay(date, { isLast: true, isQuiet: true }).catch((error: unknown) => error);
  const differences = found instanceof Difference ? found.differences : [];
  const named = differences.filter((one) => /^charge M-\d+ .*, price: predicted/.test(one));
  assert.ok(named.length > 0, `no price was named: ${String(found)}`);
  console.log(
    `  ${differences.length} figures of that day are named, ${named.length} of them prices: ${named[0] ?? ''}`,
  );
}
