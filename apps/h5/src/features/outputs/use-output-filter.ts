import type { Data } from '@lode/contract';
import { useSearchParams } from '../../lib/router/router.tsx';
import { type DateRange, parseRange, writeRange } from './date-range.ts';

export type MinedCoin = Data<'outputPage'>['records'][number]['coin'];

export interface OutputFilter {
  /** Null: the coin that the customer mines most. */
  coin: MinedCoin | null;
  machineId: string | null;
  range: DateRange;
}

const minedCoins: readonly string[] = ['BTC', 'ETH', 'DOGE'] satisfies MinedCoin[];
const isMined = (text: string | null): text is MinedCoin => text !== null && minedCoins.includes(text);

/** The list's filters, kept in the address. */
export function useOutputFilter(): [OutputFilter, (change: Partial<OutputFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const coin = params.get('coin');
  const filter: OutputFilter = {
    coin: isMined(coin) ? coin : null,
    machineId: params.get('machineId') || null,
    range: parseRange(params.get('range')),
  };

  function change(part: Partial<OutputFilter>): void {
    const next = { ...filter, ...part };
    const entries = { coin: next.coin, machineId: next.machineId, range: writeRange(next.range) };
    const given = Object.entries(entries).filter((entry): entry is [string, string] => entry[1] !== null);
    setParams(new URLSearchParams(given), { replace: true });
  }

  return [filter, change];
}
