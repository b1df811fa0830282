// Every file of the signer is authentic, and may still be an old copy: what its machine's thief or a careless restore brings back.
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { emptyJournal, writePosition } from '@lode/signing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordPolicy } from './policy-history.ts';
import { localSigner } from './testing/in-process.ts';
import { prepareSigner, type TestSigner } from './testing/start-signer.ts';

let signer: TestSigner;
beforeAll(async () => {
  signer = await prepareSigner();
  await signer.start();
});
afterAll(() => signer.close());

const file = (name: string) => join(signer.folder, name);
/** Reads policy and journal as every start does. */
const open = (environment: Record<string, string> = {}) =>
  signer.command(['release', '--payment', 'w:0', '--reason', 'none'], environment);
const opens = { code: 1, output: expect.stringContaining('w:0 was never signed here') };

async function setPolicy(perPayment: string): Promise<void> {
  const { output } = await signer.command(['show']);
  const policy = JSON.parse(output) as { bitcoin: object };
  await writeFile(file('wanted'), JSON.stringify({ ...policy, bitcoin: { ...policy.bitcoin, perPayment } }));
  expect((await signer.command(['policy:set', '--file', file('wanted')])).code).toBe(0);
}

describe('a journal', { timeout: 120_000 }, () => {
  it('that lacks what the server has seen is not started on', async () => {
    const position = async () => {
      const lines = (await readFile(file('journal'), 'utf8')).trimEnd().split('\n');
      return writePosition({ line: lines.length, head: (lines.at(-1) as string).slice(0, 64) });
    };
    for (const id of ['w:1', 'w:2']) await signer.client.finalise(id);
    await copyFile(file('journal'), file('journal.copy'));
    const older = await position();
    await signer.client.finalise('w:3');
    await signer.kill();
    const newest = await position();
    for (const known of [writePosition(emptyJournal), older, newest]) {
      expect(await open({ SIGNER_JOURNAL_AT_LEAST: known })).toMatchObject(opens);
    }

    await copyFile(file('journal'), file('journal.whole'));
    await copyFile(file('journal.copy'), file('journal'));
    // Broken control: each line of the older copy is authentic.
    expect(await open()).toMatchObject(opens);
    for (const args of [['serve'], ['release', '--payment', 'w:0', '--reason', 'none']]) {
      expect(await signer.command(args, { SIGNER_JOURNAL_AT_LEAST: newest })).toMatchObject({
        code: 1,
        output: expect.stringMatching(/has 4 lines and does not hold line 5/),
      });
    }
    expect((await open({ SIGNER_JOURNAL_AT_LEAST: `4:${newest.slice(2)}` })).output).toContain('does not hold line 4');
    expect((await open({ SIGNER_JOURNAL_AT_LEAST: '2' })).output).toContain('give LINE:HEAD');
    await copyFile(file('journal.whole'), file('journal'));
  });
});

describe('a policy', { timeout: 120_000 }, () => {
  it('that is older than the journal’s highest is refused, by every command and the start', async () => {
    await setPolicy('900000');
    await copyFile(file('policy'), file('policy.copy'));
    await setPolicy('5');
    expect(await open()).toMatchObject(opens);
    await copyFile(file('policy'), file('policy.newest'));

    await copyFile(file('policy.copy'), file('policy'));
    const refused = { code: 1, output: expect.stringMatching(/policy has version 2, and the journal knows version 3/) };
    expect(await signer.command(['serve'])).toMatchObject(refused);
    expect(await open()).toMatchObject(refused);
    expect(await signer.command(['policy:set', '--file', file('wanted')])).toMatchObject(refused);
    await copyFile(file('policy.newest'), file('policy'));
    expect(await open()).toMatchObject(opens);
  });

  it('takes no version from the file that sets it', async () => {
    const policy = JSON.parse((await signer.command(['show'])).output) as object;
    await writeFile(file('wanted'), JSON.stringify({ ...policy, version: 1 }));
    expect((await signer.command(['policy:set', '--file', file('wanted')])).code).toBe(0);
    expect(JSON.parse((await signer.command(['show'])).output)).toMatchObject({ version: 4 });
  });

  it('of the same version and another content is refused', async () => {
    const { journal, policy, close } = await localSigner();
    const now = new Date('2026-03-01T04:00:00Z');
    await recordPolicy(journal, { ...policy, version: 2, approvalDays: 3 }, now);
    await recordPolicy(journal, { ...policy, version: 2, approvalDays: 3 }, now);
    expect(journal.lines).toMatchObject([{ kind: 'SIGNER' }, { kind: 'POLICY', version: 2 }]);
    await expect(recordPolicy(journal, { ...policy, version: 2, approvalDays: 90 }, now)).rejects.toThrow(
      'not the version 2',
    );
    await close();
  });
});
