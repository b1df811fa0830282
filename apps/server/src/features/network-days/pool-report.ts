import type { MinedCoin } from '@lode/money';
import { miningDate } from '../../platform/clock/clock.ts';
import { type Database, execute, many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { type ImportResult, importFacts, type LineError, type RawLine, readFacts } from '../../platform/imports.ts';
import { LineReader } from '../../platform/line-reader.ts';
import { beyondHashrate } from './pool-bounds.ts';

/** What the pool says that a machine mined on a day, for coins that have no own node. Amounts in minor units. */
interface PoolReport {
  date: string;
  machineNo: string;
  coin: Exclude<MinedCoin, 'BTC'>;
  gross: bigint;
  poolFee: bigint;
}

export const poolReportColumns = ['date', 'machineNo', 'coin', 'gross', 'poolFee'] as const;
export type PoolReportColumn = (typeof poolReportColumns)[number];

const minorScale = 8;
const largestAmount = 10n ** 17n;

/** Brings in a pool's report whole or not at all. It is refused for days whose close has begun. */
export function importPoolReport(
  database: Database,
  rawLines: readonly RawLine<PoolReportColumn>[],
  now: Date,
): Promise<ImportResult> {
  const today = miningDate(now);
  const read = readFacts(rawLines, (raw) => {
    const reader = new LineReader(raw);
    const fact = readPoolReport(reader, today);
    return { fact, key: `${fact.coin} of machine ${fact.machineNo} on ${fact.date}`, reasons: reader.reasons };
  });
  return importFacts(database, read, {
    insert: async (dbTx, reports) => await execute(dbTx, insertReports, [asJson(reports), now]),
    contradictions,
  });
}

/** What the demo's pool reports of a machine, in the demo only; once for a day, and nothing of a machine that is not there. */
export async function replayPoolReport(
  db: Queryable,
  date: string,
  report: Omit<PoolReport, 'date'>,
  now: Date,
): Promise<void> {
  await execute(db, insertReports, [asJson([{ date, ...report }]), now]);
}

function readPoolReport(reader: LineReader<PoolReportColumn>, today: string): PoolReport {
  const amount = (column: 'gross' | 'poolFee') =>
    reader.decimal(
      column,
      minorScale,
      (value) => value >= 0n && value <= largestAmount,
      `an amount with at most ${minorScale} decimals`,
    );
  const report: PoolReport = {
    date: reader.pastDay('date', today),
    machineNo: reader.text('machineNo'),
    coin: reader.choice('coin', ['ETH', 'DOGE']),
    gross: amount('gross'),
    poolFee: amount('poolFee'),
  };
  if (report.poolFee > report.gross) reader.wrong('poolFee', 'at most the gross amount');
  return report;
}

function asJson(reports: readonly PoolReport[]): string {
  return JSON.stringify(reports, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

const reportRows = `jsonb_to_recordset($1) as report (line int, date date, "machineNo" text, coin text, gross bigint, "poolFee" bigint)`;

// Days that a close has begun are left out here and named below.
const insertReports = query(
  'pool-report.insert',
  `insert into pool_report (machine_id, date, coin, gross, pool_fee, created_at)
   select machine.id, report.date, report.coin, report.gross, report."poolFee", $2
   from ${reportRows}
   join machine on machine.machine_no = report."machineNo"
   where report.date >= coalesce(hold_mining_days(), '-infinity')
   on conflict do nothing
   returning coin`,
).as<{ coin: string }>();

const findContradictions = query(
  'pool-report.contradictions',
  `select report.line, case
       when machine.id is null then 'machineNo ' || report."machineNo" || ' is unknown'
       when known.machine_id is null then 'date ' || report.date || ' lies in a closed day: use charge:adjust'
       else report.coin || ' of machine ' || report."machineNo" || ' on ' || report.date || ' is there with other figures'
     end as reason
   from ${reportRows}
   left join machine on machine.machine_no = report."machineNo"
   left join pool_report known on known.machine_id = machine.id and known.date = report.date and known.coin = report.coin
   where (known.gross, known.pool_fee) is distinct from (report.gross, report."poolFee")`,
).as<LineError>();

async function contradictions(
  db: Queryable,
  reports: readonly (PoolReport & { line: number })[],
): Promise<LineError[]> {
  const given = asJson(reports);
  return [...(await many(db, findContradictions, [given])), ...(await beyondHashrate(db, given))];
}
