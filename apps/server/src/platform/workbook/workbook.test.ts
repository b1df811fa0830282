// A workbook of the house runs nothing: whatever stands in a cell is words or a figure, and no figure loses a digit.
import { expect, it } from 'vitest';
import { readSheet, unzip } from '../../testing/read-statement.ts';
import { workbookOf } from './workbook.ts';

const at = new Date('2026-02-28T00:00:00Z');
const bookOf = async (text: string, figure: string) => {
  const files = unzip(await workbookOf([{ name: 'a&b', rows: [[{ text }, { figure }, null]] }], at));
  return { files, xml: files.get('xl/worksheets/sheet1.xml') ?? '' };
};

it.each(['=1+1', '+1', '-2+3', '@SUM(A1)', "=cmd|' /C calc'!A0", '<f>1+1</f>', '"&<>'])('%j is words', async (text) => {
  const { files, xml } = await bookOf(text, '0');
  expect(xml).not.toContain('<f');
  expect(xml).toContain('<c r="A1" t="inlineStr">');
  expect(readSheet(files, 1)[0]?.[0]).toBe(text);
});

it.each([
  ['9007199.25474099', 'n'],
  ['90071992547409.93', 'text'],
  ['92233720368.54775807', 'text'],
  ['-0.00000001', 'n'],
  ['9223372036854.775807', 'text'],
])('%s stands whole, as %s', async (figure, kind) => {
  const { files, xml } = await bookOf('x', figure);
  expect(readSheet(files, 1)[0]?.[1]).toBe(figure);
  expect(xml.includes(`<v>${figure}</v>`)).toBe(kind === 'n');
  if (kind === 'n') expect(Number(figure)).toBe(Number(Number(figure).toPrecision(15)));
});

it('the same sheets of a date are the same bytes', async () => {
  const make = () => workbookOf([{ name: 'a', rows: [[{ text: 'x' }]] }], at);
  expect((await make()).equals(await make())).toBe(true);
});
