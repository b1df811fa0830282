// A condition that every round reports is emitted once; after a round without it, it is emitted again.
import { beforeEach, expect, it } from 'vitest';
import { alertDeduplicator } from './alert-deduplicator.ts';

const now = new Date('2026-01-05T00:00:00Z');
let emitted: string[];
let deduplicator: ReturnType<typeof alertDeduplicator<string>>;
beforeEach(() => {
  emitted = [];
  deduplicator = alertDeduplicator((alert: string) => emitted.push(alert));
});
const round = (alert: string | null) =>
  deduplicator.rounds(async () => {
    if (alert !== null) deduplicator.report(alert);
  })(now);

it('emits a lasting condition once, and once more after it was over', async () => {
  for (const alert of ['node away', 'node away', 'node away']) await round(alert);
  expect(emitted).toEqual(['node away']);
  await round(null);
  await round('node away');
  await round('node away');
  expect(emitted).toEqual(['node away', 'node away']);
});

it('ends one condition while another one lasts', async () => {
  await round('signer away');
  await round('node away');
  await round('signer away');
  expect(emitted).toEqual(['signer away', 'node away', 'signer away']);
});

it('counts a report between two rounds to the later one', async () => {
  deduplicator.report('signer away');
  await round(null);
  await round('signer away');
  expect(emitted).toEqual(['signer away']);
});

it('ends a round that throws', async () => {
  const failing = deduplicator.rounds(async () => {
    deduplicator.report('node away');
    throw new Error('one withdrawal failed');
  });
  await expect(failing(now)).rejects.toThrow('one withdrawal failed');
  await round(null);
  await round('node away');
  expect(emitted).toEqual(['node away', 'node away']);
});
