import type { ConsoleData } from '@lode/contract/console';
import { formatAmount, parseAmount } from '@lode/money';
import type { NetworkFacts } from './facts.store.ts';
import type { Level, WalletPlace } from './levels.store.ts';

type Coin = ConsoleData<'chainMoney'>['coins'][number];
export type StoredLevel = Level & { readAt: Date };

export interface Bounds {
  upper: string;
  target: string;
  perDay: string;
}

const networkOf = { BTC: 'BITCOIN', USDT: 'ERC20' } as const;

export function levelView(
  levels: readonly StoredLevel[],
  coin: Level['coin'],
  place: WalletPlace,
): { amount: string; reserved: string; readAt: string } | null {
  const found = levels.find((one) => one.coin === coin && one.place === place);
  if (found === undefined) return null;
  const { amount, reserved, readAt } = found;
  return { amount: formatAmount(amount, coin), reserved: formatAmount(reserved, coin), readAt: readAt.toISOString() };
}

/** A coin's levels, judged as the worker judges them when it sends what is too much into cold storage. */
export function coinView(
  coin: Coin['coin'],
  {
    levels,
    networks,
    waiting,
    bounds,
  }: { levels: readonly StoredLevel[]; networks: readonly NetworkFacts[]; waiting: bigint; bounds: Bounds | null },
): Coin {
  const network = networkOf[coin];
  const facts = networks.find((one) => one.network === network);
  const { walletVersion = null, walletSince = null, height = null, stoppedBecause = null, sent = 0n } = facts ?? {};
  const hot = levels.find((one) => one.coin === coin && one.place === 'HOT');
  return {
    coin,
    network,
    hot: levelView(levels, coin, 'HOT'),
    cold: levelView(levels, coin, 'COLD'),
    depositAddresses: levelView(levels, coin, 'DEPOSIT_ADDRESSES'),
    waiting: formatAmount(waiting, coin),
    bounds,
    sentToday: formatAmount(sent, coin),
    state: hot === undefined ? 'UNKNOWN' : stateOf(hot.amount - hot.reserved - waiting, bounds, coin),
    coldWallet:
      walletVersion === null || walletSince === null
        ? null
        : { version: walletVersion, since: walletSince.toISOString() },
    chain: height === null ? null : { height, stoppedBecause },
  };
}

function stateOf(free: bigint, bounds: Bounds | null, coin: Coin['coin']): Coin['state'] {
  if (free < 0n) return 'SHORT';
  if (bounds === null) return 'NO_BOUNDS';
  return free > parseAmount(bounds.upper, coin) ? 'ABOVE' : 'WITHIN';
}
