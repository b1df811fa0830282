// Covers the counts in the bar's accessible name, without empty statuses.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { StatusBar } from './status-bar.tsx';

afterEach(cleanup);

describe('StatusBar', () => {
  it('divides its width by the counts, and says below it what the colours mean', () => {
    const { container } = render(
      <StatusBar
        legend
        counts={[
          { status: 'RUNNING', count: 8 },
          { status: 'ARREAR', count: 0 },
          { status: 'SUSPEND', count: 1 },
        ]}
      />,
    );
    const parts = screen.getByRole('img', { name: '运行中 8，已关机 1' }).querySelectorAll('span');
    expect([...parts].map((part) => part.style.getPropertyValue('--n'))).toEqual(['8', '1']);
    expect([...container.querySelectorAll('.legend span')].map((one) => one.textContent)).toEqual([
      '运行中 8',
      '已关机 1',
    ]);
  });
});
