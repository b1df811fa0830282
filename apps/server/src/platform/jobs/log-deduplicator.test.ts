// A condition that every round reports is emitted once; after a round without it, it is emitted again.
import { beforeEach, expect, it } from 'vitest';
import { logDeduplicator } from './log-deduplicator.ts';

const now = new Date('2026-01-05T00:00:00Z');
let emitted: string[];
let deduplicator: ReturnType<typeof logDeduplicator<string>>;
beforeEach(() => {
  emitted = [];
  deduplicator = logDeduplicator((alert: string) => emitted.push(alert));
});
const round = (alert: string | null) =>
  deduplicator.rounds(async () => {
    if (alert !== null) deduplicator.report(alert);
  })(now);

it('emits a lasting condition once, and once more after it was over', async () => {
  for (const alert of ['node down', 'node down', 'node down']) await round(alert);
  expect(emitted).toEqual(['node down']);
  await round(null);
  await round('node down');
  await round('node down');
  expect(emitted).toEqual(['node down', 'node down']);
});

it('ends one condition while another one lasts', async () => {
  await round('signer down');
  await round('node down');
  await round('signer down');
  expect(emitted).toEqual(['signer down', 'node down', 'signer down']);
});

it('counts a report between two rounds to the later one', async () => {
  deduplicator.report('signer down');
  await round(null);
  await round('signer down');
  expect(emitted).toEqual(['signer down']);
});

it('ends a round that throws', async () => {
  const failing = deduplicator.rounds(async () => {
    deduplicator.report('node down');
    throw new Error('one withdrawal failed');
  });
  await expect(failing(now)).rejects.toThrow('one withdrawal failed');
  await round(null);
  await round('node down');
  expect(emitted).toEqual(['node down', 'node down']);
});
