import { UsageError } from '../../../platform/commands/option.ts';
import { LineReader } from '../../../platform/line-reader.ts';
import { chineseOf, englishOf, sentence } from '../../../platform/sentence.ts';
import * as cells from '../machine-cells.ts';
import { notName } from '../machine-cells.zh.ts';
import type { TariffChange } from './set-tariff.ts';
import { defaultTariff } from './terms-file.ts';

/** Reads the options of `tariff:set`; throws `UsageError` with what is wrong. */
export function tariffOf(given: {
  site: string;
  name?: string | undefined;
  price: string;
  from: string;
  'new-site'?: boolean | undefined;
}): TariffChange {
  const reader = new LineReader({ line: 1, values: { price: given.price } });
  const price = cells.readMillionths(reader, 'price', cells.tariffPrice.isAllowed, cells.tariffPrice.expected);
  const [reason] = reader.reasons;
  if (reason !== undefined) throw new UsageError(sentence(`--${englishOf(reason)}`, chineseOf(reason)));
  const name = given.name === undefined || given.name === defaultTariff ? '' : given.name;
  for (const value of [given.site, name])
    if (value !== '' && !cells.siteName.shape.test(value)) throw new UsageError(notName(value));
  return { site: given.site, name, price, from: given.from, isNewSite: given['new-site'] ?? false };
}
