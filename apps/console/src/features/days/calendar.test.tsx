// Proves that a calendar explains its figures only where it has some: a close of COIN UP has none.
import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, expect, it } from 'vitest';
import { daysTexts as texts } from '../../locales/zh/days.ts';
import { Calendar } from './calendar.tsx';

afterEach(cleanup);

type Day = ComponentProps<typeof Calendar>['days'][number];

const day = (output: string | null): Day => ({
  date: '2026-11-02',
  state: 'CLOSED',
  output,
  dueAt: '2026-11-03T06:00:00Z',
  closedAt: '2026-11-03T06:00:05Z',
  seal: null,
});

it.each([
  ['0.01345678', 1],
  [null, 0],
])('of output %s it explains %i figures', (output, count) => {
  render(<Calendar days={[day(output)]} next={undefined} chosen={undefined} onChoose={() => undefined} />);
  expect(screen.queryAllByText(texts.legend)).toHaveLength(count);
});
