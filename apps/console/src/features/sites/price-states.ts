import type { ConsoleData } from '@lode/contract/console';
import type { ShapeName } from '../../components/shape.tsx';
import { sitesTexts as texts } from '../../locales/zh/sites.ts';

export type SiteData = ConsoleData<'site'>;

/** The price that comes with the first machines of a tariff stands since the chain's first day, which says nothing. */
const sinceEver = '2009-01-03';

/** Prices as the table has them: which is announced, which stands, which is over. */
export function priceStates({ prices }: Pick<SiteData, 'prices'>) {
  const standing = new Set<string>();
  return prices.map(({ tariff, from, price, isAnnounced }) => {
    const isOver = !isAnnounced && standing.has(tariff);
    if (!isAnnounced) standing.add(tariff);
    return {
      tariff,
      from: from === sinceEver ? texts.sinceEver : from,
      price,
      state: isAnnounced ? states.announced : isOver ? states.past : states.inForce,
    };
  });
}

const states = {
  announced: { shape: 'wait', word: texts.announced },
  inForce: { shape: 'ok', word: texts.inForce },
  past: { shape: 'off', word: texts.past },
} as const satisfies Record<string, { shape: ShapeName; word: string }>;
