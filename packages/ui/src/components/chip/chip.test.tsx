// Covers the text, icon and tone of every status.
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type MachineStatus,
  MachineStatusChip,
  machineStatusLooks,
  TransferStatusChip,
  WithdrawalStatusChip,
} from './chip.tsx';

afterEach(cleanup);

const labels: Record<MachineStatus, string> = {
  WAITING: '准备中',
  RUNNING: '运行中',
  SUSPEND: '已关机',
  REPAIR: '维护中',
  ARREAR: '欠费停机',
  ENCAPSULATION: '封装中',
};
const iconOf = (element: Element) => element.querySelector('use')?.getAttribute('href')?.split('#')[1];

describe('MachineStatusChip', () => {
  it('shows text and icon of each status [state:machine.WAITING] [state:machine.RUNNING] [state:machine.SUSPEND] [state:machine.REPAIR] [state:machine.ARREAR] [state:machine.ENCAPSULATION]', () => {
    const icons = new Set<string | undefined>();
    for (const [status, label] of Object.entries(labels) as [MachineStatus, string][]) {
      const { container } = render(<MachineStatusChip status={status} />);
      expect(container.textContent).toBe(label);
      icons.add(iconOf(container));
      cleanup();
    }
    expect(icons.size).toBe(6);
    expect(new Set(Object.values(machineStatusLooks).map(({ tone }) => tone)).size).toBe(6);
  });
});

describe('other chips', () => {
  it('show the withdrawal statuses', () => {
    const states = ['PROCESSING', 'SUCCESS', 'FAILED'] as const;
    const { container } = render(states.map((state) => <WithdrawalStatusChip key={state} state={state} />));
    expect(container.textContent).toBe('处理中成功失败');
  });

  it('show the transfer statuses', () => {
    const states = ['INTRANSIT', 'INCOME', 'SUCCESS'] as const;
    const { container } = render(states.map((state) => <TransferStatusChip key={state} state={state} />));
    expect(container.textContent).toBe('在途发放收益完成');
  });
});
