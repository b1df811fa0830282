// An alarm that is raised at every round reaches somebody once; the same trouble on another day reaches somebody again.
import { beforeEach, expect, it } from 'vitest';
import { toldPerTrouble } from './told-per-trouble.ts';

const now = new Date('2026-01-05T00:00:00Z');
let heard: string[];
let trouble: string | null;
let told: ReturnType<typeof toldPerTrouble>;
beforeEach(() => {
  heard = [];
  told = toldPerTrouble((words) => heard.push(words));
});
const round = (words: string | null) => {
  trouble = words;
  return told.rounds(async () => {
    if (trouble !== null) told.alarm(trouble);
  })(now);
};

it('tells a trouble that stays once, and when it comes back once more', async () => {
  for (const words of ['node away', 'node away', 'node away']) await round(words);
  expect(heard).toEqual(['node away']);
  await round(null);
  await round('node away');
  await round('node away');
  expect(heard).toEqual(['node away', 'node away']);
});

it('ends one trouble while another one stays', async () => {
  await round('signer away');
  await round('node away');
  await round('signer away');
  expect(heard).toEqual(['signer away', 'node away', 'signer away']);
});

it('counts what is said between two rounds to the later one', async () => {
  told.alarm('signer away');
  await round(null);
  await round('signer away');
  expect(heard).toEqual(['signer away']);
});

it('also ends a round that fails', async () => {
  const failing = told.rounds(async () => {
    told.alarm('node away');
    throw new Error('one withdrawal could not be looked at');
  });
  await expect(failing(now)).rejects.toThrow('could not be looked at');
  await round(null);
  await round('node away');
  expect(heard).toEqual(['node away', 'node away']);
});
