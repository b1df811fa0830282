import type { Data } from '@lode/contract';
import { type Amount, formatAmount, parseAmount, valueInUsdt } from '@lode/money';
import { hostingFee, machine } from '../../../testing/responses.ts';
import type { Machine, MachineDetail } from '../machine.ts';

type EarningDay = Data<'earningDays'>['records'][number];

const nothingEarned = { yesterdayOutput: '0.00000000', yesterdayFee: '0.000000' };

/** One machine in every status, with long and short names. */
export function machines(): Machine[] {
  return [
    machine(),
    machine({
      id: '8',
      machineNo: 'LS2-07-0416',
      model: 'Antminer S21',
      hashrate: '200',
      yesterdayOutput: '0.00006713',
      yesterdayFee: '4.872000',
      lastRunningTime: '2026-08-02T01:00:00.000Z',
    }),
    machine({
      id: '9',
      machineNo: 'LS2-H3-0009',
      model: 'Antminer S21 XP Hyd. 水冷版（乐山二期 3 号冷却机柜）',
      site: '乐山二期水冷区 B 排',
      status: 'REPAIR',
      repairTime: '2026-11-19T13:06:00.000Z',
      attention: 'REPAIR',
      ...nothingEarned,
    }),
    machine({
      id: '10',
      machineNo: 'XJ1-11-0230',
      model: 'Whatsminer M50S',
      site: '昌吉一期',
      status: 'SUSPEND',
      suspendTime: '2026-11-12T06:30:00.000Z',
      ...nothingEarned,
    }),
    machine({
      id: '11',
      machineNo: 'LS2-09-0551',
      model: 'Antminer S21 Pro',
      status: 'WAITING',
      expectedRunningTime: '2026-11-28T02:00:00.000Z',
      lastRunningTime: null,
      ...nothingEarned,
    }),
    machine({
      id: '12',
      machineNo: 'LS2-02-0007',
      model: 'Antminer T17',
      purchaseKind: 'THIRD',
      status: 'ARREAR',
      arrearTime: '2026-11-18T06:00:00.000Z',
      owed: '12.400000',
      owesElectricity: true,
      attention: 'ARREAR',
      ...nothingEarned,
    }),
    machine({
      id: '13',
      machineNo: 'LS2-02-0008',
      model: 'Antminer T17',
      status: 'ENCAPSULATION',
      encapsulationTime: '2026-11-17T03:00:00.000Z',
      lastRunningTime: null,
      ...nothingEarned,
    }),
  ];
}

const start = Date.UTC(2026, 9, 21);
const netSatoshi = [
  4730, 4755, 4758, 4761, 4748, 4741, 4729, 4772, 4768, 4689, 4713, 4731, 3080, 2205, 4748, 4731, 4718, 4690, 4692,
  4738, 4704, 4781, 4764, 4725, 4711, 4772, 4734, 4781, 4730, 4732,
];

/** Newest first, as in the response. */
function last30(): MachineDetail['last30'] {
  return netSatoshi
    .map((satoshi, i) => ({
      date: new Date(start + i * 86_400_000).toISOString().slice(0, 10),
      output: `0.0000${satoshi}`,
      fee: i === 12 ? '2.930000' : i === 13 ? '2.860000' : '4.219152',
    }))
    .toReversed();
}

export function machineDetail(fields: Partial<MachineDetail> = {}): MachineDetail {
  return {
    ...machine(),
    startTime: '2026-03-18T02:24:00.000Z',
    statusLog: [
      { from: 'REPAIR', to: 'RUNNING', time: '2026-11-06T10:40:00.000Z', reason: '维护完成，恢复运行' },
      { from: 'RUNNING', to: 'REPAIR', time: '2026-11-04T23:12:00.000Z', reason: '更换风扇 1 个' },
      { from: 'WAITING', to: 'RUNNING', time: '2026-03-18T02:24:00.000Z', reason: '首次启动' },
    ],
    last30: last30(),
    poolFeeRate: '0.04',
    breakEvenPrice: '89162.129332',
    ...fields,
  };
}

/** What the machine earned on its days, newest first, all at one price; `fields` of the days that differ. */
export function earningDays(
  price: Amount | null = 117_842_300_000n,
  fields: Record<string, Partial<EarningDay>> = {},
): EarningDay[] {
  return last30().map(({ date, output, fee }): EarningDay => {
    const value = price === null ? 0n : valueInUsdt(parseAmount(output, 'BTC'), 'BTC', price);
    return {
      date,
      outputs: [{ coin: 'BTC', amount: output, priceUsdt: price === null ? null : formatAmount(price, 'USDT') }],
      outputUsdt: formatAmount(value, 'USDT'),
      electricity: fee,
      hosting: '0.000000',
      netUsdt: formatAmount(value - parseAmount(fee, 'USDT'), 'USDT'),
      ...fields[date],
    };
  });
}

/** A day of uninterrupted running except for part of one hour. */
export function hashrate(range: Data<'machineHashrate'>['range'] = '24h'): Data<'machineHashrate'> {
  const begin = Date.UTC(2026, 10, 19, 8);
  return {
    range,
    unit: 'TH/s',
    rated: '141',
    average: '138.65',
    uptime: '0.983333',
    source: 'status',
    now: new Date(begin + 24 * 3_600_000).toISOString(),
    points: Array.from({ length: 24 }, (_, hour) => ({
      time: new Date(begin + hour * 3_600_000).toISOString(),
      value: hour === 11 ? '84.6' : '141',
    })),
  };
}

export function hostingFees(): Data<'hostingFeeList'>['records'] {
  const fee = { machineNo: 'LS2-02-0007', days: 30, monthlyFee: '24.000000', amount: '24.000000' };
  return [
    hostingFee({ ...fee, id: '31', month: '2026-10', status: 'OWED', time: '2026-11-01T06:00:00.000Z' }),
    hostingFee({ ...fee, id: '30', month: '2026-09', status: 'PAID', time: '2026-10-01T06:00:00.000Z' }),
  ];
}
