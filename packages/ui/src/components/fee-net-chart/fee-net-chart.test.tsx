// Covers the parts of each day, on one scale for all days.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type FeeNetDay, feeNetBars } from './fee-net-bars.ts';
import { FeeNetChart } from './fee-net-chart.tsx';

afterEach(cleanup);

const day = (date: string, output: bigint, fee: bigint) => ({ date, output, fee });

describe('feeNetBars', () => {
  it('splits a day into the fee and the net above it', () => {
    expect(feeNetBars([day('2026-11-19', 100n, 75n)])).toEqual([{ paid: 0.75, net: 0.25, short: 0 }]);
  });

  it('shows the part of a fee that the output did not cover', () => {
    expect(feeNetBars([day('2026-11-18', 30n, 75n), day('2026-11-19', 100n, 75n)])[0]).toEqual({
      paid: 0.3,
      net: 0,
      short: 0.45,
    });
  });

  it('draws nothing without output and fee', () => {
    expect(feeNetBars([day('2026-11-19', 0n, 0n)])).toEqual([{ paid: 0, net: 0, short: 0 }]);
  });
});

const inWords = { read: ({ output, fee }: FeeNetDay) => `${output} − ${fee}`, figure: String };

describe('FeeNetChart', () => {
  it('draws only the parts that a day has', () => {
    render(
      <FeeNetChart label="收支" {...inWords} days={[day('2026-11-18', 30n, 75n), day('2026-11-19', 100n, 75n)]} />,
    );
    expect(screen.getByRole('slider', { name: '收支' }).getAttribute('aria-valuetext')).toBe('11-19 100 − 75');
    expect(document.querySelector('.marks')?.textContent).toBe('最高 11-19 25最低 11-18 -45');
    const parts = [...document.querySelectorAll('g')].map((bar) =>
      [...bar.querySelectorAll('rect')].map((rect) => rect.getAttribute('class')),
    );
    expect(parts).toEqual([
      ['quiet', 'short'],
      ['quiet', 'hot'],
    ]);
  });
});
