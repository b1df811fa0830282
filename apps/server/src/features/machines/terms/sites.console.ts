import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import { formatAmount } from '@lode/money';
import { miningDate } from '../../../platform/clock/clock.ts';
import { UsageError } from '../../../platform/commands/option.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { refusedWith } from '../../../platform/http/console/answer.ts';
import type { ConsolePart } from '../../../platform/http/console/console-context.ts';
import { recordsOf, recordsRequest } from '../../../platform/http/console/records.ts';
import { rowId } from '../../../platform/http/page.ts';
import { isRefusal, notFound } from '../../../platform/http/refusal.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import { earliestRise } from './notice-rule.ts';
import { noSite, samePrice } from './sentences.zh.ts';
import { previewTariff, type TariffChange, type TariffFigures } from './set-tariff.ts';
import { findSite, readSitePrices, readSites, readTariffs, type SiteRow, type TariffRow } from './sites.store.ts';
import { tariffOf } from './tariff-options.ts';

interface SitesConsoleDeps {
  database: Database;
  staffReads: Queryable;
}

const tariffsAtMost = 20;
const pricesAtMost = 100;

/** Sites and what electricity costs there. Changes are proposed by `propose`, with the options of `tariff:set`. */
export function sitesConsole({
  database,
  staffReads,
}: SitesConsoleDeps): ConsolePart<'siteList' | 'site' | 'previewTariff'> {
  const tariffsOf = (sites: readonly SiteRow[], day: string) =>
    readTariffs(
      staffReads,
      sites.map(({ id }) => id),
      day,
      tariffsAtMost + 1,
    );

  return {
    async siteList({ now }, input) {
      const request = recordsRequest(input, ['integer']);
      if (isRefusal(request)) return request;
      const day = miningDate(now);
      const sites = await readSites(staffReads, day, { after: request.after?.[0] ?? null, limit: request.limit });
      const tariffs = await tariffsOf(sites, day);
      return recordsOf(
        sites,
        ({ id }) => [id],
        (site) => siteView(site, tariffs),
      );
    },
    async site({ now }, { id: given }) {
      const id = rowId(given);
      const day = miningDate(now);
      const site = id === null ? null : await findSite(staffReads, id, day);
      if (site === null) return notFound();
      const [tariffs, prices] = await Promise.all([
        tariffsOf([site], day),
        readSitePrices(staffReads, site.id, pricesAtMost),
      ]);
      return {
        site: siteView(site, tariffs),
        prices: prices.map((price) => ({ ...price, isAnnounced: price.from > day })),
        earliestRise: earliestRise(now),
      };
    },
    async previewTariff({ now }, { site: given, ...input }) {
      const id = rowId(given);
      const site = id === null ? null : await findSite(database, id, miningDate(now));
      if (site === null) return refusedWith(noSite);
      const change = readChange(site, input);
      if ('refused' in change) return refusedWith(change.refused);
      const result = await previewTariff(database, change, now);
      if ('refused' in result) return refusedWith(result.refused);
      if (result.outcome === 'unchanged') return refusedWith(samePrice);
      return figuresView(result.figures, change.price);
    },
  };
}

/** As the command reads its options. */
function readChange(
  { name: site }: SiteRow,
  { tariff, price, from }: Omit<ConsoleInput<'previewTariff'>, 'site'>,
): TariffChange | { refused: Sentence } {
  try {
    return tariffOf({ site, name: tariff, price, from });
  } catch (error) {
    if (error instanceof UsageError) return { refused: error.sentence };
    throw error;
  }
}

function siteView({ id, ...site }: SiteRow, all: readonly TariffRow[]): ConsoleData<'site'>['site'] {
  const tariffs = all.filter(({ siteId }) => siteId === id);
  return {
    ...site,
    id: String(id),
    tariffs: tariffs.slice(0, tariffsAtMost).map(({ name, price, since, nextPrice, nextFrom }) => ({
      name,
      now: stepOf(price, since),
      next: stepOf(nextPrice, nextFrom),
    })),
    isCut: tariffs.length > tariffsAtMost,
  };
}

const stepOf = (price: string | null, from: string | null) =>
  price === null || from === null ? null : { price, from };

const figuresView = ({ before, notified, firstDay }: TariffFigures, after: string): ConsoleData<'previewTariff'> => ({
  before,
  after,
  notified,
  firstDay: {
    ...firstDay,
    before: firstDay.before === null ? null : formatAmount(firstDay.before, 'USDT'),
    after: formatAmount(firstDay.after, 'USDT'),
  },
});
