import { expect, it } from 'vitest';
import { shortest } from './shortest.ts';

it('drops trailing zeros and groups digits', () => {
  expect([shortest('84.000000'), shortest('1084.500'), shortest('0.0780'), shortest('100'), shortest('0.10')]).toEqual([
    '84',
    '1,084.5',
    '0.078',
    '100',
    '0.1',
  ]);
});
