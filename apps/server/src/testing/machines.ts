import type { MachineColumn } from '../features/machines/machine-file.ts';
import { englishOf } from '../platform/sentence.ts';
import type { TestApp } from './app.ts';

/** A line of a machine file with everything filled in. */
export function machineLine(values: Partial<Record<MachineColumn, string>>, line = 2) {
  return {
    line,
    values: {
      machineNo: 'M-1',
      account: '13900000001',
      model: 'S17 Pro',
      coin: 'BTC',
      hashrate: '50',
      hashrateUnit: 'TH/s',
      powerWatts: '1975',
      purchaseKind: 'SUBSCRIBE',
      site: '乐山二期',
      electricityPrice: '0.045',
      poolFeeRate: '0.04',
      startTime: '2026-03-01T00:00:00Z',
      endTime: '',
      hostingFeeMonthly: '',
      purchasePrice: '',
      ...values,
    },
  };
}

/** Brings in one machine as the import does; answers its id. */
export async function addMachine(app: TestApp, values: Partial<Record<MachineColumn, string>>): Promise<bigint> {
  const line = machineLine(values);
  const result = await app.slices.machines.importMachines([line], app.clock.now());
  if (result.outcome === 'refused') throw new Error(result.errors.map(({ reason }) => englishOf(reason)).join('; '));
  const id = await app.slices.machines.findMachineId(app.database, line.values.machineNo);
  if (id === null) throw new Error(`${line.values.machineNo} was not imported`);
  return id;
}
