import { coins } from '@lode/money';
import * as parts from '../../../platform/workbook/workbook-parts.ts';
import { allTakenBackTitles } from '../texts.ts';
import { accountTitles, statementTexts as texts, typeTitles } from './texts.ts';

/** What stands in every other row stands once in the file, and is pointed at. */
const shared: readonly string[] = [
  ...new Set([
    ...Object.values(typeTitles),
    ...allTakenBackTitles,
    ...Object.values(accountTitles),
    ...coins,
    texts.opening,
    texts.closing,
  ]),
];
const sharedIndex = new Map(shared.map((text, index) => [text, index]));

export const packageParts = (sheetNames: readonly string[]) => parts.packageParts(sheetNames, shared);

export const sheetRow = (number: number, cells: readonly parts.Cell[]) => parts.sheetRow(number, cells, sharedIndex);
