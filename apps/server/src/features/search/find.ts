import { maskAccount } from '@lode/contract';
import type { ConsoleData } from '@lode/contract/console';
import { coinOfAccount } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import type { Queryable } from '../../platform/db/database.ts';
import { readSearch } from './read-search.ts';
import {
  type AddressHit,
  type ChainAddress,
  type CustomerHit,
  findAddresses,
  findByName,
  findByPhoneEnd,
  findHouseTransfer,
  findMachines,
  findPaidBy,
  findPaidTo,
  findPostings,
  findReceived,
  findReceivedIn,
  findWithdrawal,
  findWithdrawn,
  type HouseTransferHit,
  type MachineHit,
  type MoneyHit,
  type PostingHit,
} from './search.store.ts';

export type Group = ConsoleData<'search'>['groups'][number];
type Hit = Group['hits'][number];

/** Of each kind; what is behind is found by typing more. */
export const shownAtMost = 6;
const asked = shownAtMost + 1;

/** Everything that a text may mean, each question walking an index of its own. */
export async function find(db: Queryable, typed: string, addresses: readonly ChainAddress[]): Promise<Group[]> {
  const terms = readSearch(typed);
  const { account, id, transferId, reversedEnd, machineNo, isBeginning, txids, withdrawalNumber, amount } = terms;
  const text = typed.trim();
  const found = await Promise.all([
    account === null && id === null
      ? []
      : toHits(findByName(db, { account, id }, asked), (row) => customerHit(row, true)),
    reversedEnd === null ? [] : toHits(findByPhoneEnd(db, reversedEnd, asked), (row) => customerHit(row, false)),
    machineNo === null ? [] : toHits(findMachines(db, { machineNo, isBeginning }, asked), machineHit),
    ...addresses.map((one) => toHits(findAddresses(db, one, asked), (row) => addressHit(row, one, text))),
    withdrawalNumber === null ? [] : toHits(findWithdrawal(db, withdrawalNumber, asked), moneyHit('WITHDRAWAL', true)),
    txids === null ? [] : toHits(findPaidBy(db, txids, asked), moneyHit('WITHDRAWAL', true)),
    txids === null ? [] : toHits(findReceivedIn(db, txids, asked), moneyHit('DEPOSIT', true)),
    ...addresses.map((one) => toHits(findPaidTo(db, one, asked), moneyHit('WITHDRAWAL', false))),
    amount === null ? [] : toHits(findWithdrawn(db, amount, asked), moneyHit('WITHDRAWAL', false)),
    amount === null ? [] : toHits(findReceived(db, amount, asked), moneyHit('DEPOSIT', false)),
    transferId === null ? [] : toHits(findPostings(db, transferId, asked), postingHit),
    transferId === null ? [] : toHits(findHouseTransfer(db, transferId), houseTransferHit),
  ]);
  return groupsOf(found.flat());
}

const toHits = async <Row>(rows: Promise<Row[]>, toHit: (row: Row) => Hit): Promise<Hit[]> => (await rows).map(toHit);

const kinds: readonly Hit['kind'][] = [
  'CUSTOMER',
  'MACHINE',
  'DEPOSIT_ADDRESS',
  'BOOK_ADDRESS',
  'WITHDRAWAL',
  'DEPOSIT',
  'TRANSFER',
];

/** Each record once, the exact ones first; groups with an exact one before the others. */
export function groupsOf(hits: readonly Hit[]): Group[] {
  const groups = kinds.flatMap((kind): Group[] => {
    const ofKind = new Map<string, Hit>();
    for (const hit of hits.filter((one) => one.kind === kind).toSorted(exactFirst))
      if (!ofKind.has(hit.id)) ofKind.set(hit.id, hit);
    const all = [...ofKind.values()];
    return all.length === 0 ? [] : [{ kind, hits: all.slice(0, shownAtMost), isCut: all.length > shownAtMost }];
  });
  return groups.toSorted((a, b) => exactFirst(a.hits[0], b.hits[0]));
}

const exactFirst = (a: Hit | undefined, b: Hit | undefined) =>
  Number(b?.isExact ?? false) - Number(a?.isExact ?? false);

const nothing = { status: null, coin: null, amount: null, at: null };

const ownerOf = ({ customerId, account }: { customerId: bigint; account: string }) => ({
  customerId: String(customerId),
  account: maskAccount(account),
});

function customerHit(row: CustomerHit, isExact: boolean): Hit {
  const { customerId, nickname, status } = row;
  return { ...nothing, ...ownerOf(row), kind: 'CUSTOMER', id: String(customerId), title: nickname, isExact, status };
}

function machineHit(row: MachineHit): Hit {
  const { id, machineNo, isExact, status } = row;
  return { ...nothing, ...ownerOf(row), kind: 'MACHINE', id: String(id), title: machineNo, isExact, status };
}

function addressHit(row: AddressHit, { network }: ChainAddress, text: string): Hit {
  const id = `${network}-${row.customerId}`;
  return { ...nothing, ...ownerOf(row), kind: row.kind, id, title: text, isExact: true, at: row.at.toISOString() };
}

const moneyHit =
  (kind: 'WITHDRAWAL' | 'DEPOSIT', isExact: boolean) =>
  (row: MoneyHit): Hit => ({
    ...ownerOf(row),
    kind,
    id: String(row.id),
    title: row.title,
    isExact,
    status: row.status,
    coin: row.coin,
    amount: formatAmount(row.amount, row.coin),
    at: row.at.toISOString(),
  });

function postingHit(row: PostingHit): Hit {
  const coin = coinOfAccount(row.debit);
  return {
    ...ownerOf(row),
    kind: 'TRANSFER',
    id: `${row.transferId}-${row.line}`,
    title: row.type,
    isExact: true,
    status: null,
    coin,
    amount: formatAmount(row.amount, coin),
    at: row.at.toISOString(),
  };
}

function houseTransferHit({ transferId, kind, debit, amount, at }: HouseTransferHit): Hit {
  const coin = debit === null ? null : coinOfAccount(debit);
  return {
    kind: 'TRANSFER',
    id: String(transferId),
    customerId: null,
    account: null,
    title: kind,
    isExact: true,
    status: null,
    coin,
    amount: coin === null || amount === null ? null : formatAmount(amount, coin),
    at: at.toISOString(),
  };
}
