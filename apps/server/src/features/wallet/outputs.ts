import type { Data } from '@lode/contract';
import { formatAmount } from '@lode/money';
import type { OutputRow } from './outputs.store.ts';

type Output = Data<'outputPage'>['records'][number];

export function outputAnswer(row: OutputRow): Output {
  return {
    id: `${row.machineId}-${row.date}-${row.coin}`,
    date: row.date,
    machineId: String(row.machineId),
    machineNo: row.machineNo,
    coin: row.coin,
    hashrate: row.hashrate,
    hashrateUnit: row.hashrateUnit,
    runningSeconds: row.runningSeconds,
    gross: formatAmount(row.gross, row.coin),
    poolFee: formatAmount(row.poolFee, row.coin),
    net: formatAmount(row.net, row.coin),
    fee: { amount: formatAmount(row.fee, 'USDT'), coin: 'USDT' },
    evidence: evidenceOf(row),
  };
}

/** Everything that the output can be recomputed from. The pool's own reports cannot be. */
function evidenceOf(row: OutputRow): Output['evidence'] {
  const { epochSeconds, epochs, blocks, subsidySum, feeSum, source } = row;
  if (!epochSeconds || !epochs || blocks === null || subsidySum === null || feeSum === null || !source) return null;
  return {
    firstHeight: row.firstHeight,
    lastHeight: row.lastHeight,
    blocks,
    epochs: epochs.map(({ difficulty }, i) => ({ difficulty, seconds: epochSeconds[i] ?? 0 })),
    subsidySum: formatAmount(subsidySum, row.coin),
    feeSum: formatAmount(feeSum, row.coin),
    poolFeeRate: row.poolFeeRate,
    source,
  };
}
