// How a command line is read: every option by its type, its length and its pattern; the help; the question; the output.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandWith } from '../../testing/commands.ts';
import { manualClock } from '../clock/clock.ts';
import type { Database } from '../db/database.ts';
import { sentence } from '../sentence.ts';
import { type Command, defineCommand, type Effects } from './command.ts';
import { importCommand } from './import-command.ts';
import * as option from './option.ts';
import { jsonOutput, textOutput } from './output.ts';
import { parseArguments, parseCommand } from './parse-arguments.ts';
import { openTerminal } from './terminal.ts';

// The commands of this test use no table.
const database = { query: () => Promise.reject(new Error('no database here')) } as unknown as Database;
const app = { database, clock: manualClock('2026-03-10T04:00:00Z') };

function commandWith(options: option.Options, effects: Effects = 'reads'): Command {
  return defineCommand({
    group: 'Money',
    summary: 'Echoes its input',
    options,
    example: '',
    effects,
    async run(input, { print }) {
      print(JSON.stringify(input));
      return 0;
    },
  });
}

const options = {
  date: option.date('a day'),
  chains: option.flag('with chains'),
  kind: option.optional(option.choice(['init', 'feedback'], 'the kind')),
  count: option.optional(option.integer({ min: 1, max: 99 }, 'how many')),
  amount: option.optional(option.amount('how much')),
  at: option.optional(option.instant('when')),
  key: option.key(),
  id: option.optional(option.id('of the object')),
};
const echo = commandWith(options);

describe('a command line', () => {
  it('is read by the types of its options', async () => {
    const args = ['--date', '2020-02-15', '--chains', '--kind=init', '--count', '7', '--amount', '-1.5'];
    const { printed } = await runCommandWith(app, echo, [...args, '--at', '2020-02-15T08:00:00+08:00', '--key', 'a:1']);
    expect(JSON.parse(printed[0] ?? '')).toEqual({
      date: '2020-02-15',
      chains: true,
      kind: 'init',
      count: 7,
      amount: '-1.5',
      at: '2020-02-15T00:00:00.000Z',
      key: 'a:1',
    });
  });

  it.each([
    ['an unknown option', ['--chain'], /unknown option '--chain'.*Did you mean --chains\?/],
    ['an option without its value', ['--date'], /--date <YYYY-MM-DD>' argument missing/],
    ['another option instead of the value', ['--date', '--chains'], /--date lacks its value: "--chains"/],
    ['an option given twice', ['--date', '2020-02-15', '--date', '2020-02-15'], /--date is given twice/],
    ['a missing option', ['--chains'], /--date is missing/],
    ['an empty value', ['--date', ' '], /--date is missing/],
    ['an argument too many', ['--date', '2020-02-15', 'file.csv'], /too many arguments/],
    [
      'a day that the calendar lacks',
      ['--date', '2021-02-29'],
      /--date "2021-02-29" must be a date such as 2020-02-15/,
    ],
    ['a wrong choice', ['--date', '2020-02-15', '--kind', 'gift'], /--kind "gift" must be one of init, feedback/],
    ['a number out of bounds', ['--date', '2020-02-15', '--count', '100'], /must be a whole number from 1 to 99/],
    ['a number with an exponent', ['--date', '2020-02-15', '--count', '1e1'], /must be a whole number/],
    ['an amount with an exponent', ['--date', '2020-02-15', '--amount', '1e3'], /must be a decimal number/],
    ['a time without its zone', ['--date', '2020-02-15', '--at', '2020-02-15T08:00:00'], /ISO 8601 time with its zone/],
    ['a key with a space', ['--date', '2020-02-15', '--key', 'a b'], /--key "a b" must be 1 to 128 letters/],
    ['a key that is too long', ['--date', '2020-02-15', '--key', 'x'.repeat(129)], /--key is longer than 128/],
    ['an id that is too long', ['--date', '2020-02-15', '--id', '1'.repeat(65)], /--id is longer than 64/],
    ['an id with a control character', ['--date', '2020-02-15', '--id', '1\u0000'], /must be a positive whole number/],
    ['an id that is no number', ['--date', '2020-02-15', '--id', 'abc'], /"abc" must be a positive whole number/],
    ['an id of zero', ['--date', '2020-02-15', '--id', '0'], /"0" must be a positive whole number/],
  ])('is refused with %s, exit code 2', async (_what, args, message) => {
    const { exit, printed, failed } = await runCommandWith(app, echo, args);
    expect({ exit, printed }).toEqual({ exit: 2, printed: [] });
    expect(failed.join('\n')).toMatch(message);
  });

  it('explains itself', async () => {
    const { exit, printed } = await runCommandWith(app, echo, ['--help']);
    expect(exit).toBe(0);
    expect(printed.join('\n')).toMatch(
      /Echoes its input\.[^]*--date <YYYY-MM-DD> +a day \(required\)[^]*Exit codes: 0 done/,
    );
  });
});

describe('the catalogue', () => {
  const catalogue = { commands: { 'books:check': echo }, ops: { credit: echo } };

  it.each([
    [['books:chekc'], 'no such command. Did you mean books:check?'],
    [['ops', 'credt'], 'no such command of staff. Did you mean credit? --help lists all.'],
    [['zzzzzz'], 'no such command.'],
    [['ops', 'books:check'], 'no such command of staff. It is npm run books:check.'],
    [['credit'], 'no such command. It is npm run ops -- credit.'],
    [['ops', '--colour'], "unknown option '--colour'"],
  ])('refuses %j by the nearest name', (args, message) => {
    expect(() => parseArguments(catalogue, args)).toThrow(new option.UsageError(message));
  });

  it('explains a command of staff under "help NAME" too', () => {
    for (const args of [
      ['ops', 'help', 'credit'],
      ['ops', 'credit', '--help'],
    ]) {
      expect(parseArguments(catalogue, args)).toMatchObject({
        outcome: 'help',
        text: expect.stringContaining('--date'),
      });
    }
  });
});

/** A terminal on streams, at which a person types the answer. */
function terminalWith(answer: string) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const shown: string[] = [];
  output.on('data', (chunk: Buffer) => shown.push(chunk.toString()));
  input.end(answer);
  return {
    terminal: openTerminal(Object.assign(input, { isTTY: true }), Object.assign(output, { isTTY: true })),
    shown,
  };
}

describe('an irreversible command', () => {
  const credit = commandWith({ amount: option.amount('how much') }, 'irreversible');
  const run = (args: string[], terminal: ReturnType<typeof openTerminal> = null) =>
    runCommandWith(app, credit, ['--amount', '5', ...args], terminal ?? undefined);

  it('shows a person at a terminal its input, and runs after yes', async () => {
    const { terminal, shown } = terminalWith('yes\n');
    expect(await run([], terminal)).toMatchObject({ exit: 0, printed: ['{"amount":"5"}'] });
    expect(shown.join('')).toMatch(/Echoes its input[^]*amount +5[^]*Type yes to continue/);
  });

  it.each([['no\n'], ['\n'], ['y\n'], ['']])('is refused after %j, and nothing runs', async (answer) => {
    const { terminal } = terminalWith(answer);
    const refused = ['refused: not confirmed: nothing was changed'];
    expect(await run([], terminal)).toEqual({ exit: 1, printed: [], failed: refused });
  });

  it('runs without a question with --yes, and where there is no terminal', async () => {
    const { terminal, shown } = terminalWith('');
    expect((await run(['--yes'], terminal)).exit).toBe(0);
    expect((await run([])).exit).toBe(0);
    expect(shown).toEqual([]);
    expect(openTerminal(new PassThrough(), Object.assign(new PassThrough(), { isTTY: true }))).toBeNull();
  });

  it('shows its input without what moves the cursor or turns the text around', async () => {
    const { terminal, shown } = terminalWith('no\n');
    const noted = commandWith({ note: { ...option.amount('a note'), read: (given) => given } }, 'irreversible');
    await runCommandWith(app, noted, ['--note', '\u001b[1A\u202e5'], terminal ?? undefined);
    expect(shown.join('')).toContain('\\u001b[1A\\u202e5');
  });

  it('offers --yes; a command that only reads does not', async () => {
    const reads = await runCommandWith(app, echo, ['--date', '2020-02-15', '--yes']);
    expect(reads).toMatchObject({ exit: 2, failed: [expect.stringContaining("unknown option '--yes'")] });
  });

  describe('with a question of its own that an option answers', () => {
    const pays = {
      ...commandWith({ key: option.key() }, 'irreversible'),
      confirmedBy: 'key',
      confirm: async () => ({
        preview: ['to bc1qabc'],
        question: 'Last 3 characters? ',
        isConfirmedBy: (answer: string) => answer === 'abc',
      }),
    } as Command;

    it('asks it at a terminal, with --yes too', async () => {
      for (const args of [[], ['--yes']]) {
        const { terminal, shown } = terminalWith('abc\n');
        expect((await runCommandWith(app, pays, args, terminal ?? undefined)).exit).toBe(0);
        expect(shown.join('')).toMatch(/to bc1qabc[^]*Last 3 characters\? /);
      }
    });

    it('takes the answer from the option, and nothing but the right one', async () => {
      expect((await runCommandWith(app, pays, ['--key', 'abc'])).exit).toBe(0);
      const wrong = await runCommandWith(app, pays, ['--key', 'abd', '--yes']);
      expect(wrong).toEqual({
        exit: 1,
        printed: [],
        failed: ['refused: --key abd does not match: nothing was changed'],
      });
    });

    it.each([[[]], [['--yes']]])('needs the option without a terminal: %j', async (args) => {
      expect(await runCommandWith(app, pays, args)).toEqual({
        exit: 2,
        printed: [],
        failed: ['--key is required without a terminal; --yes does not replace it'],
      });
    });
  });
});

describe('output', () => {
  const streams = (isTTY: boolean) => {
    const written = { out: '', err: '' };
    const stream = (name: 'out' | 'err') => ({ isTTY, write: (text: string) => (written[name] += text) });
    return { written, out: stream('out'), err: stream('err') };
  };

  it('is lines: results on standard output, refusals on standard error, no progress without a terminal', () => {
    const { written, out, err } = streams(false);
    const { print, fail, progress } = textOutput(out, err);
    progress('reading …');
    print('done', { id: '1' });
    fail('refused');
    expect(written).toEqual({ out: 'done\n', err: 'refused\n' });
  });

  it.each(['text', 'json'])('as %s does nothing to a terminal, whatever its values hold', (form) => {
    const { written, out, err } = streams(true);
    const { print, fail, progress } = form === 'text' ? textOutput(out, err) : jsonOutput('credit', out);
    const hostile = '\u001b[2J\u009b31m\u007f\u202eabc\u2069\r\nforged';
    print(hostile, { name: hostile });
    fail(hostile);
    const all = written.out + written.err;
    expect(all).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
    expect(all.trim().split('\n')).toHaveLength(2);
    expect(all).toContain('\\u001b[2J\\u009b31m\\u007f\\u202eabc\\u2069\\');
    if (form === 'json') {
      const [printed] = all.split('\n');
      expect(JSON.parse(printed ?? '')).toEqual({ command: 'credit', ok: true, message: hostile, name: hostile });
    }
    progress(hostile);
    expect((written.out + written.err).slice(all.length).replace('\r\u001b[K', '')).not.toMatch(/\p{Cc}/u);
  });

  it('overwrites progress at a terminal', () => {
    const { written, out, err } = streams(true);
    const { print, progress } = textOutput(out, err);
    progress('reading …');
    print('done');
    expect(written).toEqual({ out: 'done\n', err: '\r\u001b[Kreading …\r\u001b[K' });
  });

  it('is one JSON object per result with --json', () => {
    const { written, out } = streams(true);
    const { print, fail, progress } = jsonOutput('credit', out);
    progress('reading …');
    print('recorded', { amount: '5' });
    fail('refused');
    expect(
      written.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { command: 'credit', ok: true, message: 'recorded', amount: '5' },
      { command: 'credit', ok: false, message: 'refused' },
    ]);
    expect(parseCommand({ name: 'credit', call: '', command: echo }, ['--date', '2020-02-15', '--json'])).toMatchObject(
      {
        isJson: true,
      },
    );
  });
});

describe('an import', () => {
  let folder: string;
  const command = importCommand({
    summary: 'Imports numbers',
    example: 'file.csv',
    columns: { required: ['n'] },
    options: { coin: option.optional(option.choice(['BTC', 'DOGE'], 'the coin')) },
    run: async (lines, { coin = 'BTC' }) => {
      const errors = lines
        .filter(({ values }) => values.n === 'wrong')
        .map(({ line }) => ({ line, reason: sentence(`${coin} is wrong`, '') }));
      return errors.length > 0
        ? { outcome: 'refused', errors: errors.toReversed() }
        : { outcome: 'imported', imported: lines.length - 1, alreadyThere: 1, newLines: [] };
    },
  });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lode-import-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function run(text: string, ...more: string[]) {
    const file = join(folder, 'file.csv');
    await writeFile(file, text);
    return runCommandWith(app, command, [file, ...more]);
  }

  it('says how many lines came in and how many were there already', async () => {
    expect(await run('n\n1\n2\n')).toEqual({ exit: 0, printed: ['1 imported, 1 already there'], failed: [] });
  });

  it('names every wrong line in order, and imports nothing', async () => {
    expect(await run('n\nwrong\n1\nwrong\n', '--coin', 'DOGE')).toEqual({
      exit: 1,
      printed: [],
      failed: ['line 2: DOGE is wrong', 'line 4: DOGE is wrong', 'nothing was imported'],
    });
  });

  it('names a wrong header before anything is run', async () => {
    expect(await run('m\n1\n')).toMatchObject({
      exit: 1,
      failed: ['line 1: column n is missing', 'line 1: column "m" is unknown', 'nothing was imported'],
    });
  });

  it('is refused without its file', async () => {
    const unreadable = await runCommandWith(app, command, [join(folder, 'nowhere.csv')]);
    expect(unreadable).toMatchObject({ exit: 2, failed: [expect.stringContaining('cannot be read (ENOENT)')] });
    const missing = await runCommandWith(app, command, []);
    expect(missing).toMatchObject({ exit: 2, failed: [expect.stringContaining("missing required argument 'FILE'")] });
  });
});
