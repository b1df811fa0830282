// The signer that the product asks is the one whose journal it watches: to sign, and to derive addresses.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readJournalPosition } from '../platform/chains/signer-journal.ts';
import { manualClock } from '../platform/clock/clock.ts';
import { loadConfig } from '../platform/config/config.ts';
import { createPasswords } from '../platform/secrets/passwords.ts';
import { createTestDatabase, type TestDatabase } from '../testing/harness.ts';
import { type RunningSigner, startSigner } from '../testing/running-signer.ts';
import { type Platform, platformOf } from './slice-deps.ts';

let test: TestDatabase;
let signer: RunningSigner;
beforeAll(async () => {
  [test, signer] = await Promise.all([createTestDatabase(), startSigner()]);
});
afterAll(async () => {
  await signer.stop();
  await test.drop();
});

function platform(): Platform {
  const pepper = Buffer.alloc(32);
  const environment = { DEMO: '1', DATA_DIR: signer.dataDir, BITCOIN_RPC_URL: 'http://u:p@127.0.0.1:1' };
  const clock = manualClock('2026-03-10T04:00:00Z');
  return platformOf({
    database: test.database,
    clock,
    config: loadConfig(environment),
    passwords: createPasswords(pepper),
    pepper,
  });
}
const alerts = async () => (await test.database.query({ text: 'select kind from alert order by id' })).rows;

it('keeps where the journal is, also when addresses alone are derived', async () => {
  await signer.client.finalise('w:1');
  expect(await platform().nodes.open('BITCOIN')).toHaveProperty('ownAddress');
  expect(await readJournalPosition(test.database)).toMatchObject({ line: 3 });
  await platform().signer.finalise('w:2');
  expect(await readJournalPosition(test.database)).toMatchObject({ line: 4 });
  expect(await alerts()).toEqual([]);
});

it('raises one alert for a journal that is gone, signs nothing, and still derives addresses', async () => {
  await signer.pause(() => rm(join(signer.dataDir, 'signer', 'journal')));
  expect(await platform().nodes.open('BITCOIN')).toHaveProperty('ownAddress');
  await expect(platform().signer.finalise('w:3')).rejects.toMatchObject({ name: 'SignerUnavailable' });
  expect(await alerts()).toEqual([{ kind: 'signer-journal' }]);
});
