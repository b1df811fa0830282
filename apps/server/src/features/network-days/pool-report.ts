import { importColumns } from '@lode/contract/import-columns';
import { formatDecimal, type MinedCoin } from '@lode/money';
import { miningDate } from '../../platform/clock/clock.ts';
import { columnOf } from '../../platform/csv-words.zh.ts';
import { type Database, execute, many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import {
  type ImportPreview,
  type ImportResult,
  importFacts,
  type LineError,
  previewOf,
  type RawLine,
  readFacts,
} from '../../platform/imports.ts';
import { LineReader } from '../../platform/line-reader.ts';
import * as words from '../../platform/line-words.zh.ts';
import { beyondHashrate } from './pool-bounds.ts';
import * as say from './sentences.zh.ts';

/** What the pool says that a machine mined on a day, for coins that have no own node. Amounts in minor units. */
interface PoolReport {
  date: string;
  machineNo: string;
  coin: Exclude<MinedCoin, 'BTC'>;
  gross: bigint;
  poolFee: bigint;
}

export const poolReportColumns = importColumns.POOL_REPORT.required;
export type PoolReportColumn = (typeof poolReportColumns)[number];

const minorScale = 8;
const largestAmount = 10n ** 17n;

/** Brings in a pool's report whole or not at all. It is refused for days whose close has begun. */
export function importPoolReport(
  database: Database,
  rawLines: readonly RawLine<PoolReportColumn>[],
  now: Date,
): Promise<ImportResult> {
  return importFacts(database, readReports(rawLines, now), {
    async insert(dbTx, reports) {
      const fresh = await many(dbTx, insertReports, [asJson(reports), now]);
      const isNew = new Set(fresh.map(({ machineNo, date, coin }) => keyOf({ machineNo, date, coin })));
      return reports.filter((report) => isNew.has(keyOf(report)));
    },
    contradictions,
  });
}

/** What is new of a file that was found right. */
export function previewPoolReport(
  rawLines: readonly RawLine<PoolReportColumn>[],
  newLines: readonly number[],
  now: Date,
): ImportPreview {
  return previewOf(poolReportColumns, readReports(rawLines, now).facts, newLines, ({ gross, poolFee, ...report }) => ({
    ...report,
    gross: amountText(gross),
    poolFee: amountText(poolFee),
  }));
}

const amountText = (amount: bigint) => formatDecimal(amount, minorScale);
const keyOf = ({ machineNo, date, coin }: Pick<PoolReport, 'machineNo' | 'date'> & { coin: string }) =>
  `${coin} ${date} ${machineNo}`;

const readReports = (rawLines: readonly RawLine<PoolReportColumn>[], now: Date) =>
  readFacts(rawLines, (raw) => {
    const reader = new LineReader(raw, columnOf);
    const fact = readPoolReport(reader, miningDate(now));
    const keyName = say.reportOf(fact.coin, fact.machineNo, fact.date);
    return { fact, key: keyOf(fact), keyName, reasons: reader.reasons };
  });

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
    reader.decimal(column, minorScale, (value) => value >= 0n && value <= largestAmount, words.decimals(minorScale));
  const report: PoolReport = {
    date: reader.pastDay('date', today),
    machineNo: reader.text('machineNo'),
    coin: reader.choice('coin', ['ETH', 'DOGE']),
    gross: amount('gross'),
    poolFee: amount('poolFee'),
  };
  if (report.poolFee > report.gross) reader.wrong('poolFee', say.atMostGross);
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
   returning (select machine_no from machine where id = machine_id) as "machineNo", date, coin`,
).as<{ machineNo: string; date: string; coin: string }>();

const findContradictions = query(
  'pool-report.contradictions',
  `select report.line, report.date, report."machineNo", report.coin, machine.id is null as "isUnknown",
     known.gross, known.pool_fee as "poolFee"
   from ${reportRows}
   left join machine on machine.machine_no = report."machineNo"
   left join pool_report known on known.machine_id = machine.id and known.date = report.date and known.coin = report.coin
   where (known.gross, known.pool_fee) is distinct from (report.gross, report."poolFee")`,
).as<{
  line: number;
  date: string;
  machineNo: string;
  coin: string;
  isUnknown: boolean;
  gross: bigint | null;
  poolFee: bigint | null;
}>();

async function contradictions(
  db: Queryable,
  reports: readonly (PoolReport & { line: number })[],
): Promise<LineError[]> {
  const given = asJson(reports);
  const differing = (await many(db, findContradictions, [given])).map(
    ({ line, date, machineNo, coin, isUnknown, gross, poolFee }) => {
      if (isUnknown) return { line, reason: say.unknownMachine(machineNo) };
      if (gross === null || poolFee === null) return { line, reason: say.closedDay(date) };
      const report = say.reportOf(coin, machineNo, date);
      return { line, reason: say.reportedOtherwise(report, amountText(gross), amountText(poolFee)) };
    },
  );
  return [...differing, ...(await beyondHashrate(db, given))];
}
