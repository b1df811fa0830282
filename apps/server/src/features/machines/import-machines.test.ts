/**
 * Proves that a machine file comes in whole or not at all: every wrong line is named with its number and reason, the same
 * file again changes nothing, models, sites and tariffs appear when they are new, and no closed day is touched.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishOf } from '../../platform/sentence.ts';
import { startTestApp, type TestApp, type TestCustomer } from '../../testing/app.ts';
import { machineLine } from '../../testing/machines.ts';
import { recordDay } from '../../testing/recorded-days.ts';
import { holdFirstOpenDay } from './external-reads.store.ts';
import { type MachineColumn, readMachineLines } from './machine-file.ts';

const now = '2026-03-10T04:00:00.000Z';

let app: TestApp;
let customer: TestCustomer;

beforeAll(async () => {
  app = await startTestApp({ now });
  customer = await app.createCustomer({ account: '13900000001' });
});
afterAll(() => app.stop());

type Values = Partial<Record<MachineColumn, string>>;

const importLines = (...lines: Values[]) =>
  app.slices.machines.importMachines(
    lines.map((values, i) => machineLine(values, i + 2)),
    app.clock.now(),
  );

const machineCount = async () =>
  (await app.database.query<{ count: number }>({ text: 'select count(*)::int as count from machine' })).rows[0]?.count;

/** Reasons by line of a file that must be refused, and proof that nothing of it came in. */
async function reasonsOf(...lines: Values[]): Promise<Record<number, string[]>> {
  const before = await machineCount();
  const result = await importLines(...lines);
  expect(await machineCount()).toBe(before);
  if (result.outcome !== 'refused') throw new Error('the file was not refused');
  const byLine: Record<number, string[]> = {};
  for (const { line, reason } of result.errors) byLine[line] = [...(byLine[line] ?? []), englishOf(reason)];
  return byLine;
}

describe('import:machines', () => {
  it('brings in machines with model, site and tariff: running from a past start, waiting for a future one', async () => {
    const result = await importLines(
      { machineNo: 'A-1', startTime: '2026-03-01T10:00:00+08:00', endTime: '2028-03-01' },
      {
        machineNo: 'A-2',
        startTime: '2026-04-01',
        purchaseKind: 'THIRD',
        hostingFeeMonthly: '12.5',
        hashrate: '50.50',
      },
      { machineNo: 'A-3', startTime: '2026-02-01', endTime: '2026-03-01', poolFeeRate: '' },
    );
    expect(result).toEqual({ outcome: 'imported', imported: 3, alreadyThere: 0, newLines: [2, 3, 4] });
    const { records } = await app.data('machinePage', {}, customer.caller);
    expect(records.map(({ machineNo }) => machineNo)).toEqual(['A-3', 'A-2', 'A-1']);
    expect(records).toMatchObject([
      // Its days are still to be closed, and their close ends the contract.
      { status: 'RUNNING', contractEnded: false, lastRunningTime: '2026-02-01T00:00:00.000Z' },
      { status: 'WAITING', expectedRunningTime: '2026-04-01T00:00:00.000Z', hashrate: '50.5', purchaseKind: 'THIRD' },
      {
        status: 'RUNNING',
        lastRunningTime: '2026-03-01T02:00:00.000Z',
        endTime: '2028-03-01T00:00:00.000Z',
        electricityPrice: '0.045',
      },
    ]);
    await app.slices.machines.runClock(new Date('2026-03-02T00:00:00Z'), app.clock.now());
    const ended = (await app.data('machinePage', {}, customer.caller)).records[0];
    expect(ended).toMatchObject({ status: 'SUSPEND', contractEnded: true, suspendTime: '2026-03-01T00:00:00.000Z' });
  });

  it('changes nothing when the same file comes again, also after its days were closed', async () => {
    const file: Values[] = [
      { machineNo: 'B-1' },
      { machineNo: 'B-2', poolFeeRate: '0.0400', electricityPrice: '0.0450' },
    ];
    expect(await importLines(...file)).toMatchObject({ imported: 2, alreadyThere: 0 });
    await recordDay(app.owner, '2026-03-01');
    expect(await importLines(...file)).toMatchObject({ imported: 0, alreadyThere: 2 });
    expect(await importLines(...file, { machineNo: 'B-3', startTime: '2026-03-02' })).toMatchObject({
      imported: 1,
      alreadyThere: 2,
    });
  });

  it('records what was paid for a machine; another price for one that is known is refused', async () => {
    const bought: Values = { machineNo: 'P-1', startTime: '2026-03-05', purchasePrice: '2400.5' };
    expect(await importLines(bought, { machineNo: 'P-2', startTime: '2026-03-05' })).toMatchObject({ imported: 2 });
    const { rows } = await app.owner.query({ text: 'select price, recorded_by from machine_purchase' });
    expect(rows).toEqual([{ price: 2_400_500_000n, recorded_by: 'import' }]);
    // A file that says nothing of it contradicts nothing.
    expect(await importLines(bought)).toMatchObject({ imported: 0, alreadyThere: 1 });
    expect(await importLines({ ...bought, purchasePrice: '' })).toMatchObject({ imported: 0, alreadyThere: 1 });
    expect(
      await reasonsOf(
        { ...bought, purchasePrice: '2400' },
        { machineNo: 'P-3', startTime: '2026-03-05', purchasePrice: '0' },
        { machineNo: 'P-4', startTime: '2026-03-05', purchasePrice: '10000000.000001' },
      ),
    ).toEqual({
      2: ['machineNo P-1 exists with another purchasePrice'],
      3: [expect.stringContaining('purchasePrice "0"')],
      4: [expect.stringContaining('purchasePrice "10000000.000001"')],
    });
  });

  it('names every wrong line with its number and reason, and imports nothing of the file', async () => {
    const reasons = await reasonsOf(
      { machineNo: 'C-1', startTime: '2026-03-05' },
      { machineNo: '', coin: 'LTC', hashrate: '-1', powerWatts: '1.5' },
      { machineNo: 'C-3', account: '13911111111', startTime: '2026-03-05' },
      { machineNo: 'C-4', startTime: '2026-03-01' },
      { machineNo: 'C-5', startTime: '2026-03-05', powerWatts: '2000' },
      { machineNo: 'C-6', startTime: '2026-03-05', electricityPrice: '0.05' },
      { machineNo: 'C-1', startTime: '2026-03-05' },
      { machineNo: 'B-1', hashrate: '51' },
    );
    expect(reasons).toEqual({
      3: [
        expect.stringContaining('coin "LTC"'),
        expect.stringContaining('machineNo ""'),
        expect.stringContaining('hashrate "-1"'),
        expect.stringContaining('powerWatts "1.5"'),
      ],
      4: ['account 13911111111 is unknown'],
      5: ['startTime lies in a closed day: days are closed up to 2026-03-01'],
      6: [expect.stringContaining('model S17 Pro has 1975 W'), 'model S17 Pro has powerWatts 1975, here 2000'],
      7: [
        expect.stringContaining('site 乐山二期 has price 0.045'),
        'site 乐山二期 has electricityPrice 0.045, here 0.05',
      ],
      8: ['machineNo C-1 stands on line 2 already'],
      9: ['machineNo B-1 exists with another hashrate'],
    });
  });

  it('compares a repeated machine field by field', async () => {
    await importLines({ machineNo: 'D-1', startTime: '2026-03-06', purchaseKind: 'THIRD', hostingFeeMonthly: '10' });
    await app.createCustomer({ account: '13900000077' });
    const other: Values[] = [
      { account: '13900000077' },
      { hashrate: '49' },
      { purchaseKind: 'SUBSCRIBE', hostingFeeMonthly: '' },
      { hostingFeeMonthly: '11' },
      { startTime: '2026-03-07' },
      { endTime: '2027-01-01' },
      { poolFeeRate: '0.03' },
    ];
    for (const change of other) {
      const same = { machineNo: 'D-1', startTime: '2026-03-06', purchaseKind: 'THIRD', hostingFeeMonthly: '10' };
      const reasons = await reasonsOf({ ...same, ...change });
      expect(reasons[2], Object.keys(change).join()).toContainEqual(expect.stringContaining('exists with another'));
    }
  });

  it('is not doubled by two imports of one file at once', async () => {
    const file = Array.from({ length: 50 }, (_, i) => ({
      machineNo: `E-${i}`,
      startTime: '2026-03-08',
      model: 'S19',
      site: '新场',
    }));
    const results = await Promise.all([importLines(...file), importLines(...file)]);
    expect(results.map((result) => result.outcome === 'imported' && result.imported).sort()).toEqual([0, 50]);
  });

  it('keeps a close from beginning while machines with a past start come in', async () => {
    const beginClose = {
      text: `insert into day_close (kind, date, started_at, inputs) values ('mining', '2026-03-02', now(), '{}')`,
    };
    await app.database.transaction(async (dbTx) => {
      expect(await holdFirstOpenDay(dbTx)).toBe('2026-03-02');
      const closing = app.owner.transaction(async (owner) => {
        await owner.query({ text: `set local lock_timeout = '200ms'` });
        await owner.query(beginClose);
      });
      await expect(closing).rejects.toThrow(/lock timeout/);
    });
    await app.owner.query(beginClose);
  });
});

describe('a line of a machine file', () => {
  const reasonsAgainst = (values: Values) =>
    readMachineLines([machineLine(values)]).errors.map(({ reason }) => englishOf(reason));

  it('is read', () => {
    expect(reasonsAgainst({})).toEqual([]);
    expect(
      readMachineLines([machineLine({ account: ' Miner@X.com ', startTime: '2026-03-01' })]).lines[0],
    ).toMatchObject({
      account: 'miner@x.com',
      startTime: new Date('2026-03-01T00:00:00Z'),
    });
  });

  it.each<[string, Values]>([
    ['machineNo', { machineNo: 'a b' }],
    ['machineNo', { machineNo: 'x'.repeat(65) }],
    ['account', { account: '12345' }],
    ['model', { model: '' }],
    ['site', { site: '\u0007' }],
    ['site', { site: 'north\u202e' }],
    ['model', { model: '\u2066S19' }],
    ['machineNo', { machineNo: 'A\u202a1' }],
    ['hashrate', { hashrate: '0' }],
    ['hashrate', { hashrate: '1e3' }],
    ['hashrate', { hashrate: '1.0000001' }],
    ['hashrate', { hashrate: '99999999999999999999' }],
    ['hashrateUnit', { hashrateUnit: 'GH/s' }],
    ['hashrateUnit', { coin: 'ETH', hashrateUnit: 'apples' }],
    ['powerWatts', { powerWatts: '0' }],
    ['powerWatts', { powerWatts: '1000001' }],
    ['purchaseKind', { purchaseKind: 'GIFT' }],
    ['electricityPrice', { electricityPrice: '-0.01' }],
    ['electricityPrice', { electricityPrice: '1000' }],
    ['poolFeeRate', { poolFeeRate: '1' }],
    ['startTime', { startTime: '' }],
    ['startTime', { startTime: '2026-02-30' }],
    ['startTime', { startTime: '2026-03-01T00:00:00' }],
    ['startTime', { startTime: '2026-03-01T25:00:00Z' }],
    ['startTime', { startTime: '1999-03-01' }],
    ['endTime', { endTime: '2026-03-01T00:00:00Z' }],
    ['hostingFeeMonthly', { hostingFeeMonthly: '5' }],
    ['hostingFeeMonthly', { purchaseKind: 'THIRD', hostingFeeMonthly: '-5' }],
  ])('is refused for its %s: %j', (column, values) => {
    expect(reasonsAgainst(values)).toEqual([expect.stringContaining(column)]);
  });

  it.each<[string, Values]>([
    ['GH/s written as TH/s', { hashrate: '13500', powerWatts: '1323' }],
    ['TH/s written as GH/s', { hashrate: '0.0135', powerWatts: '1323' }],
    ['0.01 J/TH', { hashrate: '100', powerWatts: '1' }],
    ['10,000 J/TH', { hashrate: '1', powerWatts: '10000' }],
  ])('is refused for an impossible machine: %s', (_, values) => {
    expect(reasonsAgainst(values)).toEqual([expect.stringMatching(/W for .* TH\/s is .* J\/TH/)]);
  });

  it.each<[string, Values]>([
    ['BTC', { hashrate: '2000.1', powerWatts: '20000' }],
    ['BTC', { hashrate: '10000000', powerWatts: '1000000' }],
    ['ETH', { coin: 'ETH', hashrate: '20.1', hashrateUnit: 'GH/s' }],
    ['DOGE', { coin: 'DOGE', hashrate: '0.051', hashrateUnit: 'TH/s' }],
  ])('is refused for a hashrate that no machine for %s has', (coin, values) => {
    expect(reasonsAgainst(values)).toEqual([
      expect.stringContaining(`is more than any machine for ${coin} has: at most`),
    ]);
  });

  it.each<[string, Values]>([
    ['the first of its kind, 2013', { hashrate: '0.068', powerWatts: '600' }],
    ['Antminer S9', { hashrate: '13.5', powerWatts: '1323' }],
    ['one with water, 2026', { hashrate: '1160', powerWatts: '11020' }],
    ['another coin, in its own unit', { coin: 'DOGE', hashrate: '9.5', hashrateUnit: 'GH/s', powerWatts: '3425' }],
  ])('is read for %s', (_, values) => {
    expect(reasonsAgainst(values)).toEqual([]);
  });
});
