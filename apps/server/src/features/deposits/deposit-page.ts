import type { Data } from '@lode/contract';
import { formatAmount } from '@lode/money';
import type { AddressOfKey } from '../../platform/chains/address-of-key.ts';
import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { PageRequest } from '../../platform/http/page.ts';
import type { DepositCoin, DepositStatus } from './deposit-state.ts';

type DepositRecord = Data<'depositPage'>['records'][number];

interface Row {
  id: bigint;
  coin: DepositCoin;
  network: DepositRecord['network'];
  key: string;
  txid: string;
  outputIndex: number;
  amount: bigint;
  status: DepositStatus;
  confirmations: number;
  needed: number;
  time: Date;
  creditedTime: Date | null;
}

const page = query(
  'deposits.page',
  `select deposit.id, coin, network, key, txid, output_index as "outputIndex", amount, status, needed,
     coalesce(newest_height - height + 1, 0) as confirmations, seen_at as time, credited_at as "creditedTime"
   from deposit
   join deposit_address using (network)
   join chain_watcher using (network)
   where deposit.customer_id = $1 and deposit_address.number = deposit.address_number and ($2::bigint is null or deposit.id < $2)
     and ($5::text is null or coin = $5) and ($6::bigint is null or deposit.id = $6)
   order by deposit.id desc limit $3 offset $4`,
).as<Row>();

/** Newest first, of one coin or all, or the one of an id; `limit` is one more than the page. */
export function readDeposits(
  db: Queryable,
  customerId: bigint,
  { coin, id }: { coin: DepositCoin | null; id: bigint | null },
  { after, limit, offset }: PageRequest<readonly ['integer']>,
): Promise<Row[]> {
  return many(db, page, [customerId, after?.[0] ?? null, limit, offset, coin, id]);
}

export function depositRecord(row: Row, addressOf: AddressOfKey): DepositRecord {
  return {
    id: String(row.id),
    coin: row.coin,
    network: row.network,
    address: addressOf(row.network, row.key),
    txid: row.txid,
    outputIndex: row.outputIndex,
    amount: formatAmount(row.amount, row.coin),
    status: row.status,
    confirmations: row.confirmations,
    needed: row.needed,
    time: row.time.toISOString(),
    creditedTime: row.status === 'CREDITED' ? (row.creditedTime?.toISOString() ?? null) : null,
  };
}
