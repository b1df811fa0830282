// Proves that no cell runs anything, and that no figure loses a digit on its way into a spreadsheet.

import { formatDecimal } from '@lode/money';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell } from '../../../platform/csv-text.ts';
import { isKeptExactly } from '../../../platform/workbook/workbook-parts.ts';
import { rowCells } from './cells.ts';
import { sheetRow } from './xlsx-parts.ts';

describe('a cell of CSV', () => {
  it.each(['=1+1', '+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x'])(
    '%j is words',
    (text) => {
      const [[cell]] = parse(csvCell({ text })) as [[string]];
      expect(cell).toBe(`'${text}`);
    },
  );

  it('carries any words through as they are', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        const [[cell]] = parse(`${csvCell({ text })},x`) as [[string]];
        expect([text, `'${text}`]).toContain(cell);
      }),
    );
  });

  it('keeps a minus in front of a figure', () => {
    expect(csvCell({ figure: '-6.552000' })).toBe('-6.552000');
    expect(csvCell(null)).toBe('');
  });
});

describe('a figure of a workbook', () => {
  it.each([
    ['0.00004732', true],
    ['-9999999.99999999', true],
    ['12345678.12345678', false],
    ['99999999.00000000', true],
    ['999999999.999999', true],
    ['9999999999.999999', false],
    ['0.00000000', true],
  ])('%s is kept as a number: %s', (figure, isNumber) => {
    expect(isKeptExactly(figure)).toBe(isNumber);
    const row = sheetRow(7, [null, { figure }]);
    expect(row).toContain(isNumber ? `<v>${figure}</v>` : `t="inlineStr"><is><t xml:space="preserve">${figure}</t>`);
    expect(row).toMatch(/^<row r="7"><c r="B7"/);
  });

  it('stays a cell of its own in a spreadsheet, whatever it holds', () => {
    const figureOf = (units: bigint, scale: number) => formatDecimal(units, scale);
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 17n), 10n ** 17n), fc.constantFrom(6, 8), (units, scale) => {
        const figure = figureOf(units, scale);
        const next = figureOf(units + 1n, scale);
        // A spreadsheet keeps a number as a double. A neighbour that stands as a text differs in any case.
        if (isKeptExactly(figure)) expect(isKeptExactly(next) && Number(next) === Number(figure)).toBe(false);
        else expect(sheetRow(1, [{ figure }])).toContain(`>${figure}</t>`);
      }),
    );
  });

  it('never lets words become part of the file’s own marks', () => {
    expect(sheetRow(1, [{ text: '<v>&"\u0000' }])).toBe(
      '<row r="1"><c r="A1" t="inlineStr"><is><t xml:space="preserve">&lt;v&gt;&amp;&quot;</t></is></c></row>',
    );
  });
});

it('calls a credit that was taken back by its own name, once in a workbook', () => {
  const none = { machineNo: null, runningSeconds: null, powerWatts: null, price: null, rate: null, principal: null };
  const day = { businessDate: '2026-03-10', date: '2026-03-10', time: new Date('2026-03-10T04:00:00Z') };
  const btc = { ...none, ...day, ratePpm: null, transferId: 1n, account: 1_000_111n, coin: 'BTC' as const };
  const cells = (amount: bigint) => rowCells({ ...btc, type: 'RECHARGE_BTC', amount }, 0n);
  expect(cells(1n)[4]).toEqual({ text: 'BTC 充值' });
  expect(cells(-1n)[4]).toEqual({ text: 'BTC 充值撤回' });
  expect(sheetRow(2, [{ text: 'BTC 充值撤回' }])).toContain('t="s"');
});
