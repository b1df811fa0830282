import type { PurchaseKind } from '@lode/contract/record-states';
import { mergedMiningMachine, mergedMiningModels } from './demo-merged-mining.ts';

/** Machines of the replayed time: hashrate in TH/s and power in watts as their makers sold them. */
const models = {
  s9: { model: 'Antminer S9', hashrate: '13.5', powerWatts: 1323 },
  t17: { model: 'Antminer T17', hashrate: '40', powerWatts: 2200 },
  s17: { model: 'Antminer S17', hashrate: '53', powerWatts: 2385 },
  s17pro: { model: 'Antminer S17 Pro', hashrate: '50', powerWatts: 1975 },
  m20s: { model: 'Whatsminer M20S', hashrate: '68', powerWatts: 3360 },
  ...mergedMiningModels,
} as const;

const sites = {
  leshan: { site: '乐山二期', electricityPrice: '0.045' },
  ganzi: { site: '甘孜水电一场', electricityPrice: '0.055' },
  erdos: { site: '鄂尔多斯', electricityPrice: '0.065' },
} as const;

export interface DemoMachine {
  machineNo: string;
  account: string;
  model: keyof typeof models;
  site: keyof typeof sites;
  purchaseKind: PurchaseKind;
  /** Mining days after the first one; beyond the last one the machine still waits. */
  startsOnDay: number;
  hostingFeeMonthly?: string;
  /** What the customer paid for it, where the staff knows; invented. */
  purchaseUsdt?: string;
  /** What staff did to it, in order: before the close of that day. */
  moves?: { onDay: number; hour: number; to: 'REPAIR' | 'SUSPEND' | 'RUNNING' | 'ENCAPSULATION'; reason: string }[];
}

const waitsBeyondTheDemo = 40;

export const demoMachines: DemoMachine[] = [
  mergedMiningMachine,
  {
    machineNo: 'LS2-03-0101',
    purchaseUsdt: '1850',
    account: '13800000001',
    model: 'm20s',
    site: 'leshan',
    purchaseKind: 'SUBSCRIBE',
    startsOnDay: 0,
  },
  {
    machineNo: 'LS2-03-0102',
    account: '13800000001',
    model: 'm20s',
    site: 'leshan',
    purchaseKind: 'SUBSCRIBE',
    startsOnDay: 0,
  },
  {
    machineNo: 'LS2-03-0103',
    account: '13800000001',
    model: 'm20s',
    site: 'leshan',
    purchaseKind: 'SUBSCRIBE',
    startsOnDay: 0,
  },
  {
    machineNo: 'LS2-03-0104',
    account: '13800000001',
    model: 'm20s',
    site: 'leshan',
    purchaseKind: 'SUBSCRIBE',
    startsOnDay: 4,
  },
  {
    machineNo: 'LS2-07-0416',
    purchaseUsdt: '120',
    account: '13800000001',
    model: 's17pro',
    site: 'leshan',
    purchaseKind: 'SUBSCRIBE',
    startsOnDay: 0,
  },
  {
    machineNo: 'LS2-07-0417',
    account: '13800000001',
    model: 's17pro',
    site: 'leshan',
    purchaseKind: 'SUBSCRIBE',
    startsOnDay: 0,
  },
  {
    machineNo: 'LS2-07-0418',
    account: '13800000001',
    model: 's17pro',
    site: 'leshan',
    purchaseKind: 'SUBSCRIBE',
    startsOnDay: 0,
    moves: [{ onDay: 31, hour: 13, to: 'REPAIR', reason: '更换算力板' }],
  },
  {
    machineNo: 'GZ1-01-0012',
    purchaseUsdt: '1280.5',
    account: '13800000001',
    model: 's17',
    site: 'ganzi',
    purchaseKind: 'THIRD',
    startsOnDay: 0,
    hostingFeeMonthly: '15',
    moves: [
      { onDay: 12, hour: 2, to: 'REPAIR', reason: '风扇故障' },
      { onDay: 12, hour: 9, to: 'RUNNING', reason: '风扇已更换' },
    ],
  },
  {
    machineNo: 'GZ1-01-0013',
    account: '13800000001',
    model: 's17',
    site: 'ganzi',
    purchaseKind: 'THIRD',
    startsOnDay: 0,
    hostingFeeMonthly: '15',
  },
  {
    machineNo: 'ED-11-0330',
    purchaseUsdt: '640',
    account: '13800000001',
    model: 't17',
    site: 'erdos',
    purchaseKind: 'SUBSCRIBE',
    startsOnDay: 0,
    moves: [{ onDay: 27, hour: 4, to: 'SUSPEND', reason: '币价下跌，按客户电话要求关机' }],
  },
  {
    machineNo: 'LS2-09-0001',
    purchaseUsdt: '1990',
    account: '13800000001',
    model: 'm20s',
    site: 'leshan',
    purchaseKind: 'SUBSCRIBE',
    startsOnDay: waitsBeyondTheDemo,
  },

  {
    machineNo: 'LS2-05-0201',
    account: '13800000002',
    model: 's17pro',
    site: 'leshan',
    purchaseKind: 'SUBSCRIBE',
    startsOnDay: 0,
  },
  {
    machineNo: 'LS2-05-0202',
    account: '13800000002',
    model: 's17pro',
    site: 'leshan',
    purchaseKind: 'SUBSCRIBE',
    startsOnDay: 0,
  },
  {
    machineNo: 'LS2-05-0203',
    account: '13800000002',
    model: 's17pro',
    site: 'leshan',
    purchaseKind: 'SUBSCRIBE',
    startsOnDay: 0,
  },
  {
    machineNo: 'GZ1-02-0044',
    account: '13800000002',
    model: 's17',
    site: 'ganzi',
    purchaseKind: 'THIRD',
    startsOnDay: 2,
    hostingFeeMonthly: '12',
  },
  {
    machineNo: 'LS2-09-0002',
    account: '13800000002',
    model: 'm20s',
    site: 'leshan',
    purchaseKind: 'SUBSCRIBE',
    startsOnDay: waitsBeyondTheDemo,
    moves: [{ onDay: 32, hour: 10, to: 'ENCAPSULATION', reason: '到货，上架封装' }],
  },

  {
    machineNo: 'GZ1-04-0110',
    account: '13800000003',
    model: 't17',
    site: 'ganzi',
    purchaseKind: 'SUBSCRIBE',
    startsOnDay: 0,
  },
  {
    machineNo: 'GZ1-04-0111',
    account: '13800000003',
    model: 't17',
    site: 'ganzi',
    purchaseKind: 'SUBSCRIBE',
    startsOnDay: 0,
  },

  {
    machineNo: 'ED-02-0901',
    purchaseUsdt: '95',
    account: '13800000004',
    model: 's9',
    site: 'erdos',
    purchaseKind: 'SUBSCRIBE',
    startsOnDay: 0,
  },
  {
    machineNo: 'ED-02-0902',
    account: '13800000004',
    model: 's9',
    site: 'erdos',
    purchaseKind: 'SUBSCRIBE',
    startsOnDay: 0,
  },
];

/** The machines as lines of an `import:machines` file, dated from the first replayed day on. */
export function demoMachineLines(timeOf: (day: number, hour: number) => Date) {
  return demoMachines.map((machine, index) => {
    const { model, hashrate, powerWatts, coin, hashrateUnit } = {
      coin: 'BTC',
      hashrateUnit: 'TH/s',
      ...models[machine.model],
    };
    return {
      line: index + 2,
      values: {
        machineNo: machine.machineNo,
        account: machine.account,
        model,
        coin,
        hashrate,
        hashrateUnit,
        powerWatts: String(powerWatts),
        purchaseKind: machine.purchaseKind,
        ...sites[machine.site],
        poolFeeRate: '0.04',
        startTime: timeOf(machine.startsOnDay, 0).toISOString(),
        endTime: '',
        hostingFeeMonthly: machine.hostingFeeMonthly ?? '',
        purchasePrice: machine.purchaseUsdt ?? '',
      },
    };
  });
}

/** Work that is announced for a day after the replayed ones. */
export function demoMaintenance(date: string): { site: string; text: string } {
  const { site } = sites.leshan;
  const [, month, day] = date.split('-').map(Number);
  return { site, text: `${site} ${month} 月 ${day} 日 02:00–06:00 停电检修，期间矿机暂停产出，结束后自动恢复。` };
}
