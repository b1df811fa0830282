// A file is read whole with the numbers of its lines, or refused with every line that is wrong.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csvBounds, parseCsv, readCsv } from './csv.ts';
import { otherCells } from './csv-words.zh.ts';

const columns = { required: ['date', 'usdt'], optional: ['note'] } as const;
const inEnglish = (file: ReturnType<typeof parseCsv>) =>
  file.outcome === 'refused'
    ? { ...file, errors: file.errors.map(({ line, reason }) => ({ line, reason: reason.en })) }
    : file;
const refusal = (text: string) => {
  const file = inEnglish(parseCsv(text, columns));
  return file.outcome === 'refused' ? file.errors : null;
};

describe('what is read', () => {
  it('names columns in any order, skips empty lines and keeps the numbers of the others', () => {
    expect(parseCsv('\uFEFFusdt,date\n1.5,2020-02-15\n\n "2,5" ,2020-02-16\r\n', columns)).toEqual({
      outcome: 'read',
      lines: [
        { line: 2, values: { usdt: '1.5', date: '2020-02-15' } },
        { line: 4, values: { usdt: '2,5', date: '2020-02-16' } },
      ],
    });
  });
});

describe('what is refused', () => {
  it.each([
    ['an empty file', '', [{ line: 1, reason: 'the file is empty' }]],
    ['a header alone', 'date,usdt\n', [{ line: 1, reason: 'there is no line below the header' }]],
    ['a missing column', 'date\n1\n', [{ line: 1, reason: 'column usdt is missing' }]],
    ['an unknown column', 'date,usdt,colour\n1,2,3\n', [{ line: 1, reason: 'column "colour" is unknown' }]],
    ['a column named twice', 'date,usdt,usdt\n1,2,3\n', [{ line: 1, reason: 'column usdt stands there twice' }]],
  ])('%s', (_what, text, errors) => {
    expect(refusal(text)).toEqual(errors);
  });

  it('a line with too few or too many cells, beside the others', () => {
    expect(parseCsv('date,usdt\n1\n1,2\n1,2,3\n', columns)).toEqual({
      outcome: 'read',
      lines: [
        { line: 2, values: {}, wrong: otherCells(1, 2) },
        { line: 3, values: { date: '1', usdt: '2' } },
        { line: 4, values: {}, wrong: otherCells(3, 2) },
      ],
    });
  });

  it.each([
    ['never ends', 'date,usdt\n1,2\n"1,2\n3,4\n5,6\n', 3],
    ['never ends after other quotes', '"date",usdt\n"1\n""2""",2\n3,"4\n5,6\n', 4],
    ['ends at the next one', 'date,usdt\n1,"2\n3,4\n"5",6\n', 2],
    ['has text behind it', 'date,usdt\n1,"2"3\n', 2],
  ])('a quote that %s, by the line where it opens', (_what, text, line) => {
    expect(refusal(text)).toEqual([{ line, reason: expect.stringContaining('a quote that opens on this line') }]);
  });

  it('a quote inside of a cell', () => {
    expect(refusal('date,usdt\n1,2\n1,2"3"\n')).toEqual([{ line: 3, reason: expect.stringMatching(/quote/i) }]);
  });

  it.each([
    ['one endless cell', `date,usdt\n1,${'x'.repeat(100_000)}\n`, 2],
    ['one endless line of commas', `date,usdt\n1,2\n${','.repeat(100_000)}\n`, 3],
    ['a cell over endless lines', `date,usdt\n1,2\n1,"${'x\n'.repeat(50_000)}"\n`, 3],
  ])('%s, by its line', (_what, text, line) => {
    expect(refusal(text)).toEqual([{ line, reason: 'a line has at most 65536 characters' }]);
  });

  it('more lines than are kept at once', () => {
    const file = inEnglish(parseCsv('date,usdt\n1,2\n3,4\n', columns, { ...csvBounds, lines: 2 }));
    const errors = [{ line: 3, reason: 'the file has more than 2 lines: split it' }];
    expect(file).toEqual({ outcome: 'refused', errors });
  });
});

describe('a file on disk', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lode-csv-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is refused when it is not UTF-8', async () => {
    const file = join(folder, 'gbk.csv');
    await writeFile(file, Buffer.from([0x64, 0x61, 0x74, 0x65, 0x2c, 0xbf, 0xf3, 0xc2, 0xf6]));
    expect(inEnglish(await readCsv(file, columns))).toEqual({
      outcome: 'refused',
      errors: [{ line: 1, reason: 'the file is not UTF-8' }],
    });
  });

  it('is refused when it is too large, before it is read whole', async () => {
    const file = join(folder, 'large.csv');
    await writeFile(file, `date,usdt\n${'1,2\n'.repeat(600_000)}`);
    const bounds = { ...csvBounds, bytes: 1024 * 1024 };
    const errors = [{ line: 1, reason: 'the file is larger than 1 MB: split it' }];
    expect(inEnglish(await readCsv(file, columns, bounds))).toEqual({ outcome: 'refused', errors });
    expect(inEnglish(await readCsv('/dev/zero', columns, bounds))).toEqual({ outcome: 'refused', errors });
  });
});
