// A command line is understood exactly or refused in words; a file comes in whole or every wrong line of it is named.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../clock/clock.ts';
import { loadConfig } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { type CommandContext, readArguments, UsageError, wanted } from './command.ts';
import { importCommand } from './import-command.ts';

const options = { date: { type: 'string' }, chains: { type: 'boolean' } } as const;

describe('a command line', () => {
  it('gives options and arguments', () => {
    const { values, positionals } = readArguments(['--date', '2020-02-15', 'file.csv', '--chains'], options, ['FILE']);
    expect({ ...values, positionals }).toEqual({ date: '2020-02-15', chains: true, positionals: ['file.csv'] });
  });

  it.each([
    ['an unknown option', ['--colour', 'red'], /colour/],
    ['an option without its value', ['--date'], /date/],
    ['an option given twice', ['--date', '1', '--date', '2'], /--date is given twice/],
    ['an argument too many', ['file.csv'], /expected no argument without a name, got file.csv/],
  ])('is refused with %s', (_what, args, message) => {
    expect(() => readArguments(args, options)).toThrow(UsageError);
    expect(() => readArguments(args, options)).toThrow(message);
  });

  it('must have what is wanted', () => {
    expect(wanted({ by: 'finance' }, 'by')).toBe('finance');
    expect(() => wanted({ by: ' ' }, 'by')).toThrow('--by is missing');
    expect(() => wanted({}, 'by')).toThrow('--by is missing');
  });
});

describe('an import', () => {
  let folder: string;
  const printed: string[] = [];
  const failed: string[] = [];
  const context: CommandContext = {
    // The imports of this test touch no table.
    database: { query: () => Promise.reject(new Error('no database here')) } as unknown as Database,
    clock: manualClock('2026-03-10T04:00:00Z'),
    config: loadConfig({}),
    print: (line) => void printed.push(line),
    fail: (line) => void failed.push(line),
  };
  const command = importCommand({
    columns: { required: ['n'] },
    options: ['coin'],
    run: async (_context, lines, { coin = 'BTC' }) => {
      const errors = lines
        .filter(({ values }) => values.n === 'wrong')
        .map(({ line }) => ({ line, reason: `${coin} is wrong` }));
      return errors.length > 0
        ? { outcome: 'refused', errors: errors.toReversed() }
        : { outcome: 'imported', imported: lines.length - 1, alreadyThere: 1 };
    },
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lode-import-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function run(text: string, ...more: string[]): Promise<{ code: number; printed: string[]; failed: string[] }> {
    const file = join(folder, 'file.csv');
    await writeFile(file, text);
    const code = await command(context, [file, ...more]);
    return { code, printed: printed.splice(0), failed: failed.splice(0) };
  }

  it('says what came in and what was there already', async () => {
    expect(await run('n\n1\n2\n')).toEqual({ code: 0, printed: ['1 imported, 1 already there'], failed: [] });
  });

  it('names every wrong line in order, and takes nothing', async () => {
    expect(await run('n\nwrong\n1\nwrong\n', '--coin', 'DOGE')).toEqual({
      code: 1,
      printed: [],
      failed: ['line 2: DOGE is wrong', 'line 4: DOGE is wrong', 'nothing was imported'],
    });
  });

  it('names a wrong header before anything is run', async () => {
    expect(await run('m\n1\n')).toMatchObject({
      code: 1,
      failed: ['line 1: column n is missing', 'line 1: column "m" is unknown', 'nothing was imported'],
    });
  });

  it('is refused without its file', async () => {
    await expect(command(context, [join(folder, 'nowhere.csv')])).rejects.toThrow(/cannot be read \(ENOENT\)/);
    await expect(command(context, [])).rejects.toThrow('expected FILE, got nothing');
  });
});
