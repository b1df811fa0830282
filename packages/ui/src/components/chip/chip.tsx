import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { zh } from '../../locale/zh.ts';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-names.ts';
import styles from './chip.module.css';
import tones from './tones.module.css';

export type Tone = 'running' | 'waiting' | 'suspend' | 'repair' | 'arrear' | 'capsule' | 'success' | 'failed';
export type MachineStatus = keyof typeof zh.machineStatus;
export type WithdrawalState = keyof typeof zh.withdrawalState;
export type TransferState = keyof typeof zh.transferState;

interface Look {
  tone: Tone;
  icon: IconName;
}

/** Look of each machine status in chips, bars, filters and timelines. */
export const machineStatusLooks: Record<MachineStatus, Look> = {
  WAITING: { tone: 'waiting', icon: 'clock' },
  RUNNING: { tone: 'running', icon: 'play' },
  SUSPEND: { tone: 'suspend', icon: 'power' },
  REPAIR: { tone: 'repair', icon: 'wrench' },
  ARREAR: { tone: 'arrear', icon: 'warning' },
  ENCAPSULATION: { tone: 'capsule', icon: 'box' },
};

/** Look of each state of a withdrawal in chips and lists. */
export const withdrawalLooks: Record<WithdrawalState, Look> = {
  PROCESSING: { tone: 'waiting', icon: 'clock' },
  SUCCESS: { tone: 'success', icon: 'check' },
  FAILED: { tone: 'failed', icon: 'close' },
};

const transferLooks: Record<TransferState, Look> = {
  INTRANSIT: { tone: 'waiting', icon: 'clock' },
  INCOME: { tone: 'repair', icon: 'coinup' },
  SUCCESS: { tone: 'success', icon: 'check' },
};

/** The class that sets `--fg`, `--bg` and `--mk` of a tone, for components that draw themselves. */
export function toneClass(tone: Tone): string {
  return tones[tone] ?? '';
}

/** A status on a soft ground, always with icon and text, never colour alone. */
export function Chip({ tone, icon, children }: Look & { children: ReactNode }) {
  return (
    <span className={classes(styles.chip, toneClass(tone))}>
      <Icon name={icon} size="xs" />
      {children}
    </span>
  );
}

/** 准备中 · 运行中 · 已关机 · 维护中 · 欠费停机 · 封装中 */
export function MachineStatusChip({ status }: { status: MachineStatus }) {
  return <Chip {...machineStatusLooks[status]}>{zh.machineStatus[status]}</Chip>;
}

/** 处理中 · 成功 · 失败; quiet for an end that the customer chose. */
export function WithdrawalStatusChip({ state, isQuiet = false }: { state: WithdrawalState; isQuiet?: boolean }) {
  const { tone, icon } = withdrawalLooks[state];
  return (
    <Chip tone={isQuiet ? 'suspend' : tone} icon={icon}>
      {zh.withdrawalState[state]}
    </Chip>
  );
}

/** 在途 · 发放收益 · 完成 */
export function TransferStatusChip({ state }: { state: TransferState }) {
  return <Chip {...transferLooks[state]}>{zh.transferState[state]}</Chip>;
}
