/**
 * Recorded facts for tests of what reads them: written by the owner, past the day close. Tests of the close itself, and
 * whatever looks at the books, let the real one run.
 */
import { formatAmount } from '@lode/money';
import type { Queryable } from '../platform/db/database.ts';

export interface RecordedOutput {
  machineId: bigint;
  customerId: bigint;
  coin?: 'BTC' | 'ETH' | 'DOGE';
  net: bigint;
  gross?: bigint;
  hashrate?: string;
  /** Null: the pool reported it. */
  epochSeconds?: number[] | null;
}

export interface RecordedCharge {
  machineId: bigint;
  customerId: bigint;
  machineNo?: string;
  coin?: 'BTC' | 'ETH' | 'DOGE';
  amount: bigint;
  owed?: bigint;
  powerWatts?: number;
  runningSeconds?: number;
  price?: string;
}

export interface RecordedDay {
  outputs?: readonly RecordedOutput[];
  charges?: readonly RecordedCharge[];
  /** False leaves the close begun and not finished. */
  isClosed?: boolean;
}

export async function recordDay(
  owner: Queryable,
  date: string,
  { outputs = [], charges = [], isClosed = true }: RecordedDay = {},
): Promise<void> {
  for (const output of outputs) {
    const { machineId, customerId, coin = 'BTC', net, gross = net, hashrate = '50', epochSeconds = [86_400] } = output;
    const seconds = (epochSeconds ?? [86_400]).reduce((sum, part) => sum + part, 0);
    await owner.query({
      text: `insert into machine_output (machine_id, date, coin, customer_id, hashrate, running_seconds, epoch_seconds,
               pool_fee_rate, gross, pool_fee, net) values ($1, $2, $3, $4, $5, $6, $7, 0.04, $8, $9, $10)`,
      values: [machineId, date, coin, customerId, hashrate, seconds, epochSeconds, gross, gross - net, net],
    });
  }
  for (const charge of charges) {
    const { machineId, customerId, machineNo = `M${machineId}`, coin = 'BTC', amount, owed = 0n } = charge;
    const { powerWatts = 3500, runningSeconds = 86_400, price = '0.078' } = charge;
    await owner.query({
      text: `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts,
               price, amount, paid_prepaid, owed) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      values: [
        machineId,
        date,
        customerId,
        machineNo,
        coin,
        runningSeconds,
        powerWatts,
        price,
        amount,
        amount - owed,
        owed,
      ],
    });
  }
  await owner.query({
    text: `insert into day_close (kind, date, started_at, inputs, closed_at, seal, tie_out)
           values ('mining', $1, $1::date + 1, '{}', $2, $3, $4)`,
    values: isClosed
      ? [date, `${date}T23:59:59Z`, Buffer.alloc(32), JSON.stringify(tieOutOf(outputs))]
      : [date, null, null, null],
  });
}

/** The lines of outputs, as a close writes them. */
function tieOutOf(outputs: readonly RecordedOutput[]): string[] {
  const sums = new Map<'BTC' | 'ETH' | 'DOGE', bigint>();
  for (const { coin = 'BTC', net } of outputs) sums.set(coin, (sums.get(coin) ?? 0n) + net);
  return [...sums].map(([coin, net]) => {
    const sum = formatAmount(net, coin);
    return `outputs ${coin}: expected ${sum}, posted ${sum}, difference ${formatAmount(0n, coin)}`;
  });
}
