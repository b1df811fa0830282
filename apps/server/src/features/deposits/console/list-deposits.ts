import type { AddressCheck, Network } from '@lode/chain';
import { maskAccount } from '@lode/contract';
import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import { formatAmount } from '@lode/money';
import { networks } from '../../../platform/chains/chain-nodes.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { recordsOf, recordsRequest } from '../../../platform/http/console/records.ts';
import { isRefusal, type Refusal } from '../../../platform/http/refusal.ts';
import type { DepositStatus } from '../deposit-state.ts';
import {
  type ListedDeposit,
  type ListFilter,
  type ListPlace,
  readAddressOwner,
  readAll,
  readOfCustomer,
  readOfTransaction,
  readToSettle,
} from './deposit-list.store.ts';

type Input = ConsoleInput<'depositList'>;

export interface ListDeps {
  staffReads: Queryable;
  readonly findCustomerId: (db: Queryable, account: string) => Promise<bigint | null>;
  readonly checkAddress: (network: Network, text: string) => Promise<AddressCheck>;
}

const all: readonly DepositStatus[] = ['SEEN', 'CONFIRMING', 'BELOW_MINIMUM', 'CREDITED', 'ORPHANED'];
const statusesOf: Record<NonNullable<Input['state']>, readonly DepositStatus[]> = {
  COMING: ['SEEN', 'CONFIRMING'],
  BELOW_MINIMUM: ['BELOW_MINIMUM'],
  CREDITED: ['CREDITED'],
  ORPHANED: ['ORPHANED'],
  TO_SETTLE: ['ORPHANED'],
};

export async function listDeposits(
  deps: ListDeps,
  { state, coin, find, from, to, ...input }: Input,
  atOnce?: number,
): Promise<ConsoleData<'depositList'> | Refusal> {
  const request = recordsRequest(input, ['time', 'integer'], atOnce);
  if (isRefusal(request)) return request;
  const filter: ListFilter = {
    statuses: state === undefined ? all : statusesOf[state],
    coins: coin === undefined ? ['BTC', 'USDT'] : [coin],
    from: from ?? null,
    to: to ?? null,
  };
  const found = await read(deps, { find: find?.trim(), isToSettle: state === 'TO_SETTLE', filter, place: request });
  return recordsOf(found, ({ seenAt, id }) => [seenAt, id], rowOf, atOnce);
}

interface Asked {
  find: string | undefined;
  isToSettle: boolean;
  filter: ListFilter;
  place: ListPlace;
}

async function read(deps: ListDeps, { find, isToSettle, filter, place }: Asked): Promise<ListedDeposit[]> {
  const { staffReads: db } = deps;
  if (!find) return (isToSettle ? readToSettle : readAll)(db, filter, place);
  if (/^(0x)?[0-9a-f]{64}$/i.test(find)) return readOfTransaction(db, find.toLowerCase(), filter, place);
  const customerId = await deps.findCustomerId(db, find.toLowerCase());
  if (customerId !== null) return readOfCustomer(db, { customerId }, filter, place);
  for (const network of networks) {
    const check = await deps.checkAddress(network, find);
    const owner = check.valid ? await readAddressOwner(db, network, check.key) : null;
    if (owner !== null) {
      const { customerId: ownerId, number } = owner;
      return readOfCustomer(db, { customerId: ownerId, address: { network, number } }, filter, place);
    }
  }
  return [];
}

function rowOf({
  id,
  account,
  coin,
  amount,
  seenAt,
  ...row
}: ListedDeposit): ConsoleData<'depositList'>['records'][number] {
  return {
    ...row,
    id: String(id),
    account: maskAccount(account),
    coin,
    amount: formatAmount(amount, coin),
    seenAt: seenAt.toISOString(),
  };
}
