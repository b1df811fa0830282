import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../platform/project-folder.ts';

const folder = join(projectFolder, 'apps', 'server', 'src', 'features', 'demo', 'data');

/** The real days of 2020 that the demo repeats, as their files hold them. */
export interface RealDay {
  date: string;
  blocks: number;
  difficulty: string;
  subsidySum: string;
  feeSum: string;
  usdt: string;
}

let days: RealDay[] | undefined;

function realDays(): RealDay[] {
  days ??= readDays();
  return days;
}

/**
 * The real day that stands behind a demo day: the first demo day repeats the first real one, and so on, forth and back, so that no price
 * jumps where the real days end.
 */
export function realDayOf(daysSinceFirst: number): RealDay {
  const all = realDays();
  const round = 2 * (all.length - 1);
  const place = ((daysSinceFirst % round) + round) % round;
  return all[Math.min(place, round - place)] as RealDay;
}

function readDays(): RealDay[] {
  const prices = new Map(rows('btc-prices.csv').map(([date, , usdt]) => [date, usdt]));
  return rows('btc-network-days.csv').map(([date = '', blocks = '', difficulty = '', subsidySum = '', feeSum = '']) => {
    const usdt = prices.get(date);
    if (usdt === undefined) throw new Error(`the demo's data has no price for ${date}`);
    return { date, blocks: Number(blocks), difficulty, subsidySum, feeSum, usdt };
  });
}

function rows(file: string): string[][] {
  const [, ...lines] = readFileSync(join(folder, file), 'utf8').trim().split('\n');
  return lines.map((line) => line.trim().split(','));
}
