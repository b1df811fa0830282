import { divFloor, formatAmount, type MinedCoin, parseDecimal } from '@lode/money';
import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { LineError } from '../../platform/imports.ts';
import { microHashes } from '../../platform/speed.ts';
import * as say from './sentences.zh.ts';

/** What a line of a pool's report is held against. */
interface Reported {
  line: number;
  date: string;
  coin: Exclude<MinedCoin, 'BTC'>;
  gross: bigint;
  hashrate: string;
  hashrateUnit: string;
  /** Mined for another coin, beside which this one is merged: its hashrate says nothing of this one. */
  isOther: boolean;
  /** Of the network's day, where it is known. */
  blocks: number | null;
  reward: bigint | null;
  difficulty: string | null;
}

const reported = query(
  'pool-report.bounds',
  `select report.line, report.date, report.coin, report.gross, trim_scale(machine.hashrate)::text as hashrate,
     machine.hashrate_unit as "hashrateUnit", machine.coin <> report.coin as "isOther",
     day.blocks, day.subsidy_sum + day.fee_sum as reward, day.epochs -> 0 ->> 'difficulty' as difficulty
   from jsonb_to_recordset($1) as report (line int, date date, "machineNo" text, coin text, gross bigint)
   join machine on machine.machine_no = report."machineNo"
   left join network_day day on day.coin = report.coin and day.date = report.date`,
).as<Reported>();

/** A pool pays more on a lucky day, and other pools pay more than full pay per share: not three times. */
const margin = 3n;
const secondsOfDay = 86_400n;
const micro = 10n ** 6n;

/** Hashes of a block for a difficulty of one. */
const work: Record<Reported['coin'], bigint> = { ETH: 1n, DOGE: 2n ** 32n };

/** Of a day whose network is not known: what a megahash a second earned at most since these machines are sold, in minor units. */
const mostOfMegahash: Record<Reported['coin'], bigint> = { ETH: 2_000_000n, DOGE: 4_000_000_000n };
/** Of a machine for another coin. */
const mostBeside: Record<Reported['coin'], bigint> = { ETH: 10_000_000n, DOGE: 100_000_000_000n };

/** Lines that say more than the machine can have mined. */
export async function beyondHashrate(db: Queryable, reports: string): Promise<LineError[]> {
  return (await many(db, reported, [reports])).flatMap((one) => {
    const most = mostOf(one);
    if (one.gross <= most) return [];
    const text = (amount: bigint) => `${formatAmount(amount, one.coin)} ${one.coin}`;
    const hashrate = `${one.hashrate} ${one.hashrateUnit}`;
    const reason = say.beyondHashrate({ gross: text(one.gross), hashrate, date: one.date, most: text(most) });
    return [{ line: one.line, reason }];
  });
}

function mostOf({ coin, isOther, blocks, reward, difficulty, ...speed }: Reported): bigint {
  if (isOther) return mostBeside[coin];
  const hashes = microHashes(speed);
  if (blocks === null || reward === null || difficulty === null)
    return divFloor(hashes * mostOfMegahash[coin], micro * micro);
  const scale = 10n ** 8n;
  return divFloor(
    margin * hashes * secondsOfDay * reward * scale,
    micro * parseDecimal(difficulty, 8) * work[coin] * BigInt(blocks),
  );
}
