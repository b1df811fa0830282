import { fppsOutput } from '@lode/mining';
import { formatAmount } from '@lode/money';
import type { Evidence, Output } from '../output.ts';

export const evidence: Evidence = {
  firstHeight: 976_118,
  lastHeight: 976_264,
  blocks: 147,
  epochs: [{ difficulty: '181602719384025', seconds: 86_400 }],
  subsidySum: '459.37500000',
  feeSum: '4.61208347',
  poolFeeRate: '0.04',
  source: 'node',
};

/** An output whose booked figures match its evidence; `fields` may break that. */
export function output(fields: Partial<Output> = {}): Output {
  const given = fields.evidence === undefined ? evidence : fields.evidence;
  const hashrate = fields.hashrate ?? '141';
  const figures = given
    ? fppsOutput({ ...given, hashrate })
    : { gross: 130_000_000n, poolFee: 5_200_000n, net: 124_800_000n };
  const coin = fields.coin ?? 'BTC';
  return {
    id: '501',
    date: '2026-11-19',
    machineId: '7',
    machineNo: 'LS2-03-1182',
    coin,
    hashrate,
    hashrateUnit: 'TH/s',
    runningSeconds: given?.epochs.reduce((sum, { seconds }) => sum + seconds, 0) ?? 86_400,
    gross: formatAmount(figures.gross, coin),
    poolFee: formatAmount(figures.poolFee, coin),
    net: formatAmount(figures.net, coin),
    fee: { amount: '4.219152', coin: 'USDT' },
    evidence: given,
    ...fields,
  };
}

const secondMachine = { machineId: '8', machineNo: 'LS2-07-0416', hashrate: '200' } as const;
const idle: Evidence = { ...evidence, epochs: [{ difficulty: '181602719384025', seconds: 0 }] };
const dayBefore: Evidence = {
  ...evidence,
  firstHeight: 975_970,
  lastHeight: 976_117,
  blocks: 148,
  subsidySum: '462.50000000',
  feeSum: '4.10880000',
  epochs: [{ difficulty: '181602719384025', seconds: 84_240 }],
};

/** Two days of three machines, one of them idle. */
export function outputs(): Output[] {
  return [
    output(),
    output({ id: '502', ...secondMachine, fee: { amount: '4.872000', coin: 'USDT' } }),
    output({
      id: '503',
      machineId: '9',
      machineNo: 'LS2-H3-0009',
      hashrate: '473',
      evidence: idle,
      fee: { amount: '0.000000', coin: 'USDT' },
    }),
    output({ id: '498', date: '2026-11-18', evidence: { ...dayBefore, epochs: evidence.epochs } }),
    output({ id: '499', date: '2026-11-18', ...secondMachine, evidence: dayBefore }),
  ];
}
