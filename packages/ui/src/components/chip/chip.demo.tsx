import type { Demo } from '../../demo/demo.ts';
import { Card, Rule } from '../card/card.tsx';
import {
  type MachineStatus,
  MachineStatusChip,
  machineStatusLooks,
  TransferStatusChip,
  WithdrawalStatusChip,
} from './chip.tsx';

export const chipDemo: Demo = {
  title: '状态 Chip',
  Show: () => (
    <Card>
      {(Object.keys(machineStatusLooks) as MachineStatus[]).map((status) => (
        <MachineStatusChip key={status} status={status} />
      ))}
      <Rule />
      <WithdrawalStatusChip state="PROCESSING" />
      <WithdrawalStatusChip state="SUCCESS" />
      <WithdrawalStatusChip state="FAILED" />
      <Rule />
      <TransferStatusChip state="INTRANSIT" />
      <TransferStatusChip state="INCOME" />
      <TransferStatusChip state="SUCCESS" />
    </Card>
  ),
};
