import type { Network } from '@lode/chain';
import { formatAmount } from '@lode/money';
import type { AddressOfKey } from '../../platform/chains/address-of-key.ts';
import { networks } from '../../platform/chains/chain-nodes.ts';
import { businessDate } from '../../platform/clock/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { ConsolePart } from '../../platform/http/console/console-context.ts';
import { type RecordsRequest, recordsOf, recordsRequest } from '../../platform/http/console/records.ts';
import { isRefusal, type Refusal } from '../../platform/http/refusal.ts';
import { type Bounds, coinView, levelView } from './coin-levels.ts';
import { readNetworks, readOpenMoves, readTreasury } from './facts.store.ts';
import { readLevels } from './levels.store.ts';
import { coldTransferView, sweepViewOf } from './move-views.ts';
import { type MovesPage, readColdTransfers, readSweeps } from './moves.store.ts';

const settingKeys = [
  'hot.bounds.BTC',
  'hot.bounds.USDT',
  'withdraw.fee.BTC',
  'withdraw.fee.USDT',
  'sweep.min.USDT',
  'sweep.max-fee.ETH',
] as const;
type Settings = Record<'hot.bounds.BTC' | 'hot.bounds.USDT', Bounds | null> &
  Record<'withdraw.fee.BTC' | 'withdraw.fee.USDT' | 'sweep.min.USDT' | 'sweep.max-fee.ETH', string>;

export interface ChainMoneyPorts {
  staffReads: Queryable;
  addressOf: AddressOfKey;
  readonly settingsAt: (db: Queryable, keys: readonly (keyof Settings)[], at: Date) => Promise<Settings>;
  /** What approved withdrawals that are not signed yet will take, by coin. */
  readonly readWaiting: (db: Queryable) => Promise<Map<string, bigint>>;
  fees: {
    /** Age of an unconfirmed payment, in milliseconds, after which it is sent again at a higher fee. */
    bumpAfter: Record<Network, number>;
    /** A transfer of bitcoin into cold storage or back costs at most one part of so many. */
    coldFeePart: number;
  };
}

/** Where the house's coins lie, by what the worker wrote down: nothing is summed and no node is asked for a page. */
export function chainMoneyConsole(
  ports: ChainMoneyPorts,
): ConsolePart<'chainMoney' | 'sweepList' | 'coldTransferList'> {
  const { staffReads, addressOf, fees } = ports;
  const sweepView = sweepViewOf(addressOf);
  const byId = ({ id }: { id: bigint }) => [id];

  return {
    async chainMoney({ now }) {
      const [{ coins, levels, settings }, treasury, open] = await Promise.all([
        readCoins(ports, now),
        readTreasury(staffReads),
        readOpenMoves(staffReads),
      ]);
      const { sweeps, coldTransfers, gasShortage } = open;
      return {
        coins,
        gas: {
          hot: levelView(levels, 'ETH', 'HOT'),
          mostPerMove: settings['sweep.max-fee.ETH'],
          shortage: gasShortage,
        },
        treasury: treasury.map(({ coin, amount }) => ({ coin, amount: formatAmount(amount, coin) })),
        fees: {
          withdrawal: (['BTC', 'USDT'] as const).map((coin) => ({ coin, amount: settings[`withdraw.fee.${coin}`] })),
          sweepFrom: settings['sweep.min.USDT'],
          bumpAfter: networks.map((network) => ({ network, minutes: fees.bumpAfter[network] / 60_000 })),
          coldFeePart: fees.coldFeePart,
        },
        open: { sweeps, coldTransfers },
        readAt: now.toISOString(),
      };
    },
    async sweepList(_context, input) {
      const page = pageOf(input);
      return isRefusal(page) ? page : recordsOf(await readSweeps(staffReads, page), byId, sweepView);
    },
    async coldTransferList(_context, input) {
      const page = pageOf(input);
      return isRefusal(page) ? page : recordsOf(await readColdTransfers(staffReads, page), byId, coldTransferView);
    },
  };
}

/** Levels and watcher of each coin, with what they were judged by. */
export async function readCoins({ staffReads, settingsAt, readWaiting }: ChainMoneyPorts, now: Date) {
  const dayBegan = new Date(`${businessDate(now)}T00:00:00+08:00`);
  const [levels, followed, waiting, settings] = await Promise.all([
    readLevels(staffReads),
    readNetworks(staffReads, dayBegan),
    readWaiting(staffReads),
    settingsAt(staffReads, settingKeys, now),
  ]);
  const coins = (['BTC', 'USDT'] as const).map((coin) =>
    coinView(coin, {
      levels,
      networks: followed,
      waiting: waiting.get(coin) ?? 0n,
      bounds: settings[`hot.bounds.${coin}`],
    }),
  );
  return { coins, levels, settings };
}

function pageOf({ view = 'ALL', ...input }: { view?: 'OPEN' | 'ALL'; cursor?: string }): MovesPage | Refusal {
  const request: RecordsRequest<readonly ['integer']> | Refusal = recordsRequest(input, ['integer']);
  return isRefusal(request)
    ? request
    : { isOpen: view === 'OPEN', after: request.after?.[0] ?? null, limit: request.limit };
}
