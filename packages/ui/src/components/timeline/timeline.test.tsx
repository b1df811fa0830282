// Covers the order and times of events.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Timeline } from './timeline.tsx';

afterEach(cleanup);

describe('Timeline', () => {
  it('keeps order, times and reasons', () => {
    render(
      <Timeline
        items={[
          { title: '运行中', time: '11-06 18:40', text: '维护完成', state: 'done', icon: 'play' },
          { title: '维护中', time: '11-05 07:12', text: '' },
        ]}
      />,
    );
    const items = screen.getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual(['运行中11-06 18:40维护完成', '维护中11-05 07:12']);
    expect(items[1]?.querySelector('p')).toBeNull();
    expect(items[0]?.className).toContain('done');
  });
});
