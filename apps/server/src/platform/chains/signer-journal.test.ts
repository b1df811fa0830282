// The signer's journal says what was signed. One that was cut or exchanged could be signed out of a second time: the server
// remembers how far it was, and nothing is paid then.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signerClient, signerLocation } from '@lode/signing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { type RunningSigner, startSigner } from '../../testing/running-signer.ts';
import { manualClock } from '../clock/clock.ts';
import type { Alert } from '../log/alerts.ts';
import { readJournalPosition, signerJournal } from './signer-journal.ts';

let test: TestDatabase;
let signer: RunningSigner;
let journalFile: string;
let id = 0;
const raised: Alert[] = [];
const clock = manualClock('2026-03-10T04:00:00Z');

beforeAll(async () => {
  [test, signer] = await Promise.all([createTestDatabase(), startSigner()]);
  journalFile = join(signer.dataDir, 'signer', 'journal');
});
beforeEach(async () => {
  raised.length = 0;
  await test.owner.query({
    text: `alter table signer_journal disable trigger all; delete from signer_journal; alter table signer_journal enable trigger all`,
  });
});
afterAll(async () => {
  await signer.stop();
  await test.drop();
});

/** As the product composes it; its own process would be another one. */
const watched = () =>
  signerClient(
    signerLocation({}, signer.dataDir),
    signerJournal({
      database: test.database,
      clock,
      raiseAlert: async (_db, alert) => raised.push(alert) === 1,
      announceAlert: () => undefined,
    }),
  );
/** A line in the journal: it ends a payment that was never signed. */
const extend = (client = watched()) => client.finalise(`w:${++id}`);
const lineCount = async () => (await readFile(journalFile, 'utf8')).trimEnd().split('\n').length;

async function cut(lines: number): Promise<void> {
  await signer.pause(async () => {
    const all = (await readFile(journalFile, 'utf8')).split('\n');
    await writeFile(journalFile, `${all.slice(0, lines).join('\n')}\n`);
  });
}

describe('the position of the journal', () => {
  it('is kept with every response, and goes on with the journal', async () => {
    await extend();
    const first = await readJournalPosition(test.database);
    expect(first.line).toBe(await lineCount());
    await Promise.all([extend(), extend(), watched().info()]);
    expect(await readJournalPosition(test.database)).toMatchObject({ line: first.line + 2 });
    expect(raised).toEqual([]);
  });

  it('can be neither lowered nor rewritten by the role of the server', async () => {
    await extend();
    const { line, head } = await readJournalPosition(test.database);
    for (const text of [
      'delete from signer_journal',
      `update signer_journal set head = '${'a'.repeat(64)}'`,
      'truncate signer_journal',
    ]) {
      await expect(test.database.query({ text })).rejects.toThrow(/permission denied/);
      await expect(test.owner.query({ text })).rejects.toThrow(/never rewritten/);
    }
    const lower = `insert into signer_journal (line, head, seen_at) values (${line} - 1, '${head}', now()) on conflict do nothing`;
    await test.database.query({ text: lower });
    expect(await readJournalPosition(test.database)).toEqual({ line, head });
  });
});

describe('a journal that was rolled back', () => {
  it('cut at a line signs nothing, and raises an alert', async () => {
    for (const _ of [1, 2, 3]) await extend();
    const known = await readJournalPosition(test.database);
    await cut(known.line - 1);
    // Broken control: a client that remembers nothing is served out of the shorter journal.
    const blind = signerClient(signerLocation({}, signer.dataDir));
    expect(await blind.info()).toMatchObject({ approvers: expect.any(Array) });

    await expect(extend()).rejects.toThrow(/lacks lines/);
    expect(await lineCount()).toBe(known.line - 1);
    expect(raised).toMatchObject([{ kind: 'signer-journal', message: expect.stringContaining('nothing is paid') }]);
    expect(await readJournalPosition(test.database)).toEqual(known);
    expect(await extend(blind)).toMatchObject({ finalisedLine: known.line });
  });

  it('and extended past what is known, from an older copy, is noticed at its first response', async () => {
    await extend();
    await signer.pause(() => copyFile(journalFile, `${journalFile}.copy`));
    for (const _ of [1, 2]) await extend();
    const known = await readJournalPosition(test.database);
    await signer.pause(() => copyFile(`${journalFile}.copy`, journalFile));
    const blind = signerClient(signerLocation({}, signer.dataDir));
    for (const _ of [1, 2, 3, 4]) await extend(blind);
    expect(await lineCount()).toBeGreaterThan(known.line);

    // Its keys are the same ones: addresses may be derived.
    expect(await watched().info()).toMatchObject({ approvers: expect.any(Array) });
    expect(raised).toHaveLength(1);
    await expect(extend()).rejects.toThrow(/lacks lines/);
    expect(await readJournalPosition(test.database)).toEqual(known);
  });
});
