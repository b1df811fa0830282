// Covers labels with their figures, in order.
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Columns } from './columns.tsx';

afterEach(cleanup);

describe('Columns', () => {
  it('pairs each label with its figure and note', () => {
    const { container } = render(
      <Columns
        items={[
          { label: '算力', value: '141.00 TH/s' },
          { label: '昨日产出', value: '0.00004732 BTC', note: '≈ 5.57 USDT' },
        ]}
      />,
    );
    expect([...container.querySelectorAll('dt')].map((term) => term.textContent)).toEqual(['算力', '昨日产出']);
    expect([...container.querySelectorAll('dd')].map((value) => value.textContent)).toEqual([
      '141.00 TH/s',
      '0.00004732 BTC',
      '≈ 5.57 USDT',
    ]);
  });
});
