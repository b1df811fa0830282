// Covers the dates of a schedule, and the earning part of its line.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Schedule } from './schedule.tsx';

afterEach(cleanup);

describe('Schedule', () => {
  it('shows dates with weekday and text, today as 今天', () => {
    render(
      <Schedule
        label="转入日程"
        today="2026-11-20"
        steps={[
          { date: '2026-11-20', text: '转入扣款', mark: 'leaves' },
          { date: '2026-11-21', text: '开始计息', mark: 'earns' },
          { date: '2026-11-22', text: '首次发放利息', mark: 'pays' },
        ]}
      />,
    );
    expect(screen.getByRole('list', { name: '转入日程' })).toBeTruthy();
    const steps = screen.getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual([
      '11-20 今天转入扣款',
      '11-21 周六开始计息',
      '11-22 周日首次发放利息',
    ]);
    expect(steps.map((step) => step.className.includes('earns'))).toEqual([false, true, false]);
    expect(steps.map((step) => step.className.includes('goesOn'))).toEqual([true, true, false]);
  });
});
