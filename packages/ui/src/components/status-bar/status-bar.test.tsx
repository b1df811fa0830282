// Covers the counts in the bar's accessible name, without empty statuses.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { StatusBar } from './status-bar.tsx';

afterEach(cleanup);

describe('StatusBar', () => {
  it('divides its width by the counts', () => {
    render(
      <StatusBar
        counts={[
          { status: 'RUNNING', count: 8 },
          { status: 'ARREAR', count: 0 },
          { status: 'SUSPEND', count: 1 },
        ]}
      />,
    );
    const parts = screen.getByRole('img', { name: '运行中 8，已关机 1' }).querySelectorAll('span');
    expect([...parts].map((part) => part.style.getPropertyValue('--n'))).toEqual(['8', '1']);
  });
});
