/** Proves that a file of terms is previewed in money, proposed as it was read, and done whole or not at all. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestCustomer } from '../../../testing/app.ts';
import { addStaff, runCommand } from '../../../testing/commands.ts';
import { addMachine } from '../../../testing/machines.ts';
import { recordDay } from '../../../testing/recorded-days.ts';
import { addNewestDay, approve, termsCommand } from './testing/terms-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'lode-terms-'));
const both = '--by operations --approved-by approver --reason agreed';
const one = '--by operations --reason agreed';
let app: TestApp;
let customer: TestCustomer;
let other: TestCustomer;
let id: bigint;
let no: string;
let machines = 0;

beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00Z' });
  await addStaff(app);
  customer = await app.createCustomer();
  other = await app.createCustomer();
  await addNewestDay(app.owner);
  await recordDay(app.owner, '2026-03-08');
});
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true });
});

beforeEach(async () => {
  no = `T-${++machines}`;
  const values = { machineNo: no, account: customer.account, site: `site ${no}`, startTime: '2026-03-09T00:00:00Z' };
  id = await addMachine(app, { ...values, purchaseKind: 'THIRD', hostingFeeMonthly: '10' });
});

async function versions(): Promise<unknown[]> {
  const { rows } = await app.database.query({ text: 'select from machine_terms where machine_id = $1', values: [id] });
  return rows;
}

describe('import:terms', () => {
  const file = join(folder, 'terms.csv');
  const importFile = (lines: readonly string[], args: string) => {
    writeFileSync(file, lines.join('\n'));
    return runCommand(app, termsCommand(app, 'import:terms'), `${file} ${args}`);
  };
  const header = 'machineNo,from,owner,powerWatts,endTime';

  it('sets the first day of hosting', async () => {
    const lines = ['machineNo,from,onSiteFrom', `${no},2026-03-12,2026-03-15`];
    const preview = await importFile(lines, '--preview');
    expect(preview.printed.join()).toContain(`${no} from 2026-03-12: on site from its status → 2026-03-15`);
    expect((await importFile(lines, '--by operations --approved-by approver --reason agreed')).exit).toBe(0);
    const { rows } = await app.database.query({
      text: 'select max(on_site_from)::text as day from machine_terms where machine_id = $1',
      values: [id],
    });
    expect(rows).toEqual([{ day: '2026-03-15' }]);
  });

  it('previews, proposes and does what its lines say, also when the file is another one by then', async () => {
    const second = `${no}-2`;
    await addMachine(app, {
      machineNo: second,
      account: customer.account,
      site: `site ${no}`,
      startTime: '2026-03-09T00:00:00Z',
    });
    const lines = [header, `${no},2026-03-12,${other.account},,none`, `${second},2026-03-13,,1900,`];
    const preview = await importFile(lines, '--preview');
    expect(preview).toMatchObject({ exit: 0, failed: [] });
    // 1.9 kW · 24 h · 0.045 = 2.052 USDT. What A loses, B gains; the second machine saves 0.081.
    expect(preview.printed).toEqual([
      '2 machines of 2 customers, at 24 hours a day and the network day of 2026-03-09: electricity 4.266000 → 4.185000 USDT a day',
      `${other.account}, 1 machine: output 0.00000000 → 0.00078446 BTC a day, electricity 0.000000 → 2.133000 USDT a day, hosting 0.000000 → 10.000000 USDT a month`,
      `${customer.account}, 2 machines: output 0.00156892 → 0.00078446 BTC a day, electricity 4.266000 → 2.052000 USDT a day, hosting 10.000000 → 0.000000 USDT a month`,
      `${no} from 2026-03-12: owner ${customer.account} → ${other.account}`,
      `${second} from 2026-03-13: power 1975 → 1900`,
    ]);
    const proposed = await importFile(lines, one);
    expect(proposed).toMatchObject({
      exit: 0,
      printed: [expect.stringMatching(/^proposed as \d+: 2 machines of 2 customers/)],
    });
    expect(await versions()).toHaveLength(1);
    writeFileSync(file, 'replaced');
    expect(await approve(app, proposed)).toMatchObject({ exit: 0, failed: [] });
    expect(await versions()).toHaveLength(2);
    expect(await importFile(lines, both)).toMatchObject({ exit: 0, printed: ['it has these terms already'] });
  });

  it('names every wrong line and changes nothing', async () => {
    const lines = [
      header,
      `${no},2026-03-12,,1900,`,
      `${no},2026-03-12,,1800,`,
      'unknown,2026-03-12,,1900,',
      `${no},2026-03-08,,1900,`,
      `${no},2026-13-01,,,`,
      `${no},2026-03-20,anna,0,soon`,
      `${no},2026-03-11,,2100,`,
    ];
    const wrong = await importFile(lines, both);
    expect(wrong.exit).toBe(1);
    expect(wrong.failed).toEqual([
      expect.stringMatching(/^line 3: .* stands on line 2 already/),
      'line 4: there is no machine unknown',
      'line 5: 2026-03-08 lies in a closed day: 2026-03-09 is the first open one',
      expect.stringMatching(/^line 6: from "2026-13-01"/),
      expect.stringMatching(/^line 7: owner/),
      expect.stringMatching(/^line 7: powerWatts/),
      expect.stringMatching(/^line 7: endTime/),
      'line 8: machine T-3 would cost its customer more on 2026-03-11 (power 1975 → 2100 W): that is announced 3 full days before, 2026-03-14 at the earliest',
      'nothing was changed',
    ]);
    expect(await versions()).toHaveLength(1);
  });

  it('takes at most 5,000 lines', async () => {
    const lines = Array.from({ length: 5001 }, (_, i) => `X-${i},2026-03-12,,1900,`);
    expect((await importFile([header, ...lines], both)).failed[0]).toContain('at most 5000 lines');
  });
});
