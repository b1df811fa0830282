import { machineStatusLooks } from '@lode/ui';
import { useSearchParams } from '../../lib/router/router.tsx';
import { type MachineFilter, noFilter } from './components/filter-sheet.tsx';
import type { Machine } from './machine.ts';

export type StatusChoice = Machine['status'] | 'ALL';

export const machineSorts = ['ATTENTION', 'HASHRATE', 'NUMBER', 'CONTRACT_END', 'NEWEST'] as const;
export type MachineSort = (typeof machineSorts)[number];

export interface MachineChoice {
  status: StatusChoice;
  filter: MachineFilter;
  search: string;
  sort: MachineSort;
}

export const wholeFleet: MachineChoice = { status: 'ALL', filter: noFilter, search: '', sort: 'ATTENTION' };

const isStatus = (text: string | null): text is Machine['status'] =>
  text !== null && Object.hasOwn(machineStatusLooks, text);
const coins: readonly MachineFilter['coin'][] = ['BTC', 'ETH', 'DOGE'];
const purchaseKinds: readonly MachineFilter['purchaseKind'][] = ['SUBSCRIBE', 'THIRD'];

/** The list's filters and order, kept in the address. */
export function useMachineChoice(): [MachineChoice, (change: Partial<MachineChoice>) => void] {
  const [params, setParams] = useSearchParams();
  const status = params.get('status');
  const choice: MachineChoice = {
    status: isStatus(status) ? status : 'ALL',
    filter: {
      coin: coins.find((coin) => coin === params.get('coin')) ?? '',
      purchaseKind: purchaseKinds.find((kind) => kind === params.get('purchaseKind')) ?? '',
    },
    search: (params.get('q') ?? '').slice(0, 64),
    sort: machineSorts.find((sort) => sort === params.get('sort')) ?? wholeFleet.sort,
  };

  function change(part: Partial<MachineChoice>): void {
    const next = { ...choice, ...part };
    const entries = {
      status: next.status === 'ALL' ? '' : next.status,
      ...next.filter,
      q: next.search,
      sort: next.sort === wholeFleet.sort ? '' : next.sort,
    };
    setParams(new URLSearchParams(Object.entries(entries).filter(([, value]) => value !== '')), { replace: true });
  }

  return [choice, change];
}
