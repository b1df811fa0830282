import type { AddressCheck, Network } from '@lode/chain';
import { maskAccount, normaliseAccount } from '@lode/contract';
import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import { depositStatuses } from '@lode/contract/record-states';
import { formatAmount } from '@lode/money';
import { networks } from '../../../platform/chains/chain-nodes.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { recordsOf, recordsRequest } from '../../../platform/http/console/records.ts';
import { rowId } from '../../../platform/http/page.ts';
import { badInput, isRefusal, type Refusal } from '../../../platform/http/refusal.ts';
import type { DepositStatus } from '../deposit-state.ts';
import {
  type ListedDeposit,
  type ListFilter,
  type ListPlace,
  readAddressOwner,
  readAll,
  readOfCustomer,
  readOfTransaction,
  readToClawBack,
} from './deposit-list.store.ts';

type Input = ConsoleInput<'depositList'>;

export interface ListDeps {
  staffReads: Queryable;
  readonly checkAddress: (network: Network, text: string) => Promise<AddressCheck>;
}

const statusesOf: Record<NonNullable<Input['state']>, readonly DepositStatus[]> = {
  COMING: ['SEEN', 'CONFIRMING'],
  BELOW_MINIMUM: ['BELOW_MINIMUM'],
  CREDITED: ['CREDITED'],
  ORPHANED: ['ORPHANED'],
  TO_CLAW_BACK: ['ORPHANED'],
};

export async function listDeposits(
  deps: ListDeps,
  { state, coin, customer, find, from, to, ...input }: Input,
  atOnce?: number,
): Promise<ConsoleData<'depositList'> | Refusal> {
  const request = recordsRequest(input, ['time', 'integer'], atOnce);
  if (isRefusal(request)) return request;
  if (find !== undefined && normaliseAccount(find) !== null) return badInput('find');
  const filter: ListFilter = {
    statuses: state === undefined ? depositStatuses : statusesOf[state],
    coins: coin === undefined ? ['BTC', 'USDT'] : [coin],
    from: from ?? null,
    to: to ?? null,
  };
  // An id that names nothing finds nothing.
  const customerId = customer === undefined ? null : (rowId(customer) ?? 0n);
  const isToClawBack = state === 'TO_CLAW_BACK';
  const found = await read(deps, { customerId, find: find?.trim(), isToClawBack, filter, place: request });
  return recordsOf(found, ({ seenAt, id }) => [seenAt, id], rowOf, atOnce);
}

interface Asked {
  customerId: bigint | null;
  find: string | undefined;
  isToClawBack: boolean;
  filter: ListFilter;
  place: ListPlace;
}

async function read(deps: ListDeps, asked: Asked): Promise<ListedDeposit[]> {
  const { customerId, find, isToClawBack, filter, place } = asked;
  const { staffReads: db } = deps;
  if (customerId !== null) return readOfCustomer(db, { customerId }, filter, place);
  if (!find) return (isToClawBack ? readToClawBack : readAll)(db, filter, place);
  if (/^(0x)?[0-9a-f]{64}$/i.test(find)) return readOfTransaction(db, find.toLowerCase(), filter, place);
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
