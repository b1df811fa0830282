import { ActionSheet, ChipBar, PickChip } from '@lode/ui';
import { useState } from 'react';
import { outputMessages as messages } from '../../../locales/zh/outputs.ts';
import type { DateRange } from '../date-range.ts';
import type { MachineNames } from '../use-machine-names.ts';
import type { MinedCoin, OutputFilter } from '../use-output-filter.ts';
import { MachinePicker } from './machine-picker.tsx';
import { RangePicker } from './range-picker.tsx';

/** Chips for coin, machine and dates. A machine mines one coin: to choose either is to choose what goes with it. */
export function OutputFilters({
  filter,
  coin,
  coins,
  machines,
  latest,
  onChange,
}: {
  filter: OutputFilter;
  coin: MinedCoin;
  coins: readonly MinedCoin[];
  machines: MachineNames;
  latest: string | null;
  onChange: (change: Partial<OutputFilter>) => void;
}) {
  const [open, setOpen] = useState<'coin' | 'machine' | 'range' | null>(null);
  const close = () => setOpen(null);
  const machine = filter.machineId === null ? null : machines.find(filter.machineId);
  return (
    <>
      <ChipBar label={messages.filters}>
        <PickChip active onClick={() => setOpen('coin')}>
          {coin}
        </PickChip>
        <PickChip active={filter.machineId !== null} onClick={() => setOpen('machine')}>
          {filter.machineId === null ? messages.allMachines : (machine?.machineNo ?? filter.machineId)}
        </PickChip>
        <PickChip active={filter.range.kind !== '30'} onClick={() => setOpen('range')}>
          {rangeName(filter.range)}
        </PickChip>
      </ChipBar>
      <ActionSheet
        open={open === 'coin'}
        title={messages.coinTitle}
        items={coins.map((value) => ({ value, label: value }))}
        value={coin}
        onSelect={(chosen) =>
          onChange({ coin: chosen, ...(machine && machine.coin !== chosen && { machineId: null }) })
        }
        onClose={close}
      />
      <MachinePicker
        open={open === 'machine'}
        machines={machines}
        chosen={filter.machineId}
        onChange={(machineId) => {
          const chosen = machineId === null ? undefined : machines.find(machineId);
          onChange({ machineId, ...(chosen && { coin: chosen.coin }) });
        }}
        onClose={close}
      />
      <RangePicker
        open={open === 'range'}
        range={filter.range}
        latest={latest}
        onChange={(range) => onChange({ range })}
        onClose={close}
      />
    </>
  );
}

export function rangeName(range: DateRange): string {
  return range.kind === 'custom'
    ? messages.customRange(range.from.slice(5), range.to.slice(5))
    : messages.ranges[range.kind];
}
