import { parseAmount } from '@lode/money';
import type { Queryable } from '../../platform/db/database.ts';
import { insertNetworkDays } from './network-days.store.ts';

/** A real day of the past, as its file holds it. */
export interface PastDay {
  blocks: number;
  difficulty: string;
  subsidySum: string;
  feeSum: string;
}

/** Lets the network of a past day stand for `date`, in the demo only; its source says so on every screen. */
export async function replayNetworkDay(db: Queryable, date: string, past: PastDay, now: Date): Promise<void> {
  await insertNetworkDays(
    db,
    [
      {
        coin: 'BTC',
        date,
        blocks: past.blocks,
        subsidySum: parseAmount(past.subsidySum, 'BTC'),
        feeSum: parseAmount(past.feeSum, 'BTC'),
        epochs: [{ difficulty: past.difficulty, seconds: 86_400 }],
        source: 'demo-replay',
      },
    ],
    now,
  );
}
