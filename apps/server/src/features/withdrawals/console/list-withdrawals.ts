import { maskAccount } from '@lode/contract';
import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import { formatAmount } from '@lode/money';
import type { Queryable } from '../../../platform/db/database.ts';
import { recordsOf, recordsRequest } from '../../../platform/http/console/records.ts';
import { rowId } from '../../../platform/http/page.ts';
import { isRefusal, type Refusal } from '../../../platform/http/refusal.ts';
import { coinOf, type NetworkName, withdrawCoins } from '../domain/coins.ts';
import { type Phase, payoutPhases, phases } from '../domain/phase.ts';
import type { RequestPorts } from '../withdrawal-ports.ts';
import {
  type ListedWithdrawal,
  type ListFilter,
  type ListPlace,
  readNamed,
  readNewest,
  readOfAddress,
  readOfCustomer,
  readOldest,
} from './withdrawal-list.repository.ts';

type Input = ConsoleInput<'withdrawalList'>;
type View = NonNullable<Input['view']>;

const phasesOf: Record<View, readonly Phase[]> = {
  REVIEW: ['AWAITING_APPROVAL'],
  PAYING: payoutPhases,
  ENDED: ['PAID', 'FAILED', 'REJECTED', 'CANCELLED', 'OFFSET'],
  ALL: phases,
};

export interface ListDeps extends Pick<RequestPorts, 'addressOf' | 'checkAddress'> {
  staffReads: Queryable;
}

/** What waits is listed in the order of its waiting, what is over from its newest on. */
export async function listWithdrawals(
  deps: ListDeps,
  { view = 'ALL', phase, coin, customer, find, from, to, ...input }: Input,
  atOnce?: number,
): Promise<ConsoleData<'withdrawalList'> | Refusal> {
  const request = recordsRequest(input, ['integer'], atOnce);
  if (isRefusal(request)) return request;
  const filter: ListFilter = {
    phases: phasesOf[view].filter((one) => phase === undefined || one === phase),
    coins: coin === undefined ? withdrawCoins : [coin],
    from: from ?? null,
    to: to ?? null,
  };
  const [after] = request.after ?? [];
  const place = { after: after === undefined ? null : BigInt(after), limit: request.limit };
  // An id that names nothing finds nothing.
  const customerId = customer === undefined ? null : (rowId(customer) ?? 0n);
  const found = await read(deps, { filter, customerId, find: find?.trim(), place, view });
  return recordsOf(
    found,
    ({ id }) => [id],
    (row) => rowOf(row, deps),
    atOnce,
  );
}

interface Asked {
  filter: ListFilter;
  customerId: bigint | null;
  find: string | undefined;
  place: ListPlace;
  view: View;
}

async function read(deps: ListDeps, { filter, customerId, find, place, view }: Asked): Promise<ListedWithdrawal[]> {
  const { staffReads } = deps;
  if (customerId !== null) return readOfCustomer(staffReads, customerId, filter, place);
  if (!find) {
    const isWaiting = view === 'REVIEW' || view === 'PAYING';
    return (isWaiting ? readOldest : readNewest)(staffReads, filter, place);
  }
  if (/^W\d{8}-/i.test(find)) return readNamed(staffReads, find.toUpperCase());
  if (/^(0x)?[0-9a-f]{64}$/i.test(find)) return readNamed(staffReads, find.toLowerCase());
  for (const network of Object.keys(coinOf) as NetworkName[]) {
    const check = await deps.checkAddress(network, find);
    if (check.valid) return readOfAddress(staffReads, { network, addressKey: check.key }, filter, place);
  }
  return [];
}

function rowOf(row: ListedWithdrawal, { addressOf }: ListDeps): ConsoleData<'withdrawalList'>['records'][number] {
  const { id, number, phase, isCancelling, account, network, addressKey, coin, amount, proposer, appliedAt } = row;
  return {
    id: String(id),
    number,
    phase,
    isCancelling,
    account: account === null ? null : maskAccount(account),
    address: addressOf(network, addressKey),
    coin,
    amount: formatAmount(amount, coin),
    proposer,
    appliedAt: appliedAt.toISOString(),
  };
}
