// A file is read whole with the numbers of its lines, or refused with every line that is wrong.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCsv, readCsv } from './csv.ts';

const columns = { required: ['date', 'usdt'], optional: ['note'] } as const;
const refusal = (text: string) => {
  const file = parseCsv(text, columns);
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
        { line: 2, values: {}, wrong: '1 cells where the header names 2' },
        { line: 3, values: { date: '1', usdt: '2' } },
        { line: 4, values: {}, wrong: '3 cells where the header names 2' },
      ],
    });
  });

  it('a quote that never ends', () => {
    expect(refusal('date,usdt\n"1,2\n')?.[0]?.reason).toMatch(/quote/i);
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
    expect(await readCsv(file, columns)).toEqual({
      outcome: 'refused',
      errors: [{ line: 1, reason: 'the file is not UTF-8' }],
    });
  });
});
