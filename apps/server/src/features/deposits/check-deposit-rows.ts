import type { BookCheck, Difference } from '@lode/ledger';
import { limitedByCoin } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

const hashed = (text: string) => `sha256(convert_to(${text}, 'UTF8'))`;
/** Of a posting of a deposit's amount, or of a part of it. */
const hashOf = (amount: string) => hashed(`concat('{"amount":', ${amount}, 'n,"id":', id, 'n}')`);

/**
 * Every transfer that a deposit must have by what its row says: the credit, one removal for each time that it was removed, one
 * return to custody for each time that it was mined again, and the parts that were clawed back or written off with their returns.
 */
const differences = query(
  'deposits.check-rows',
  limitedByCoin(`
  with held as (
    select deposit.*, ledger.account_id(customer_id, case coin when 'BTC' then 'OUTPUT_ACCOUNT' else 'ELE_ACCOUNT' end, coin) as wallet,
      case coin when 'BTC' then 'RECHARGE_BTC' else 'ELE_RECHARGE' end as recharge, ledger.house_id('CUSTODY', coin) as custody,
      ledger.house_id('SUSPENSE', coin) as suspense, ledger.house_id('TREASURY', coin) as treasury
    from deposit
  ), due as (
    select id, 'deposit' as kind, concat('deposit:', id) as key, transfer_id, custody as debit, wallet as credit, recharge as type, amount,
      credited_at as at, null::bigint as corrects,
      ${hashed(`concat('{"amount":', amount, 'n,"coin":"', coin, '","customerId":', customer_id, 'n,"id":', id, 'n}')`)} as hash
    from held where transfer_id is not null
    union all
    select id, 'deposit-removed', concat('deposit:', id, ':removed:', removal), null, suspense, custody, 'REORG', amount, null, transfer_id,
      ${hashOf('amount')}
    from held, generate_series(1, removals) removal
    union all
    select id, 'deposit-restored', concat('deposit:', id, ':restored:', removal), null, custody, suspense, 'REORG', amount, null, transfer_id,
      ${hashOf('amount')}
    from held, generate_series(1, case status when 'CREDITED' then removals else removals - 1 end) removal
    union all
    select id, 'deposit-clawed-back', concat('deposit:', id, ':clawed-back:', removal, case when part > 1 then ':' || part end),
      claw_back.transfer_id, wallet, suspense, recharge, claw_back.amount, clawed_back_at, held.transfer_id, ${hashOf('claw_back.amount')}
    from deposit_claw_back claw_back join held on id = deposit_id
    union all
    select id, 'deposit-returned', concat('deposit:', id, ':returned:', removal, case when part > 1 then ':' || part end),
      return_transfer_id, suspense, wallet, recharge, claw_back.amount, returned_at, claw_back.transfer_id, ${hashOf('claw_back.amount')}
    from deposit_claw_back claw_back join held on id = deposit_id
    where removal < removals or status = 'CREDITED' or return_transfer_id is not null
    union all
    select id, 'deposit-written-off', concat('deposit:', id, ':written-off:', removal, ':', part), off.transfer_id, treasury, suspense,
      'TREASURY_MOVE', off.amount, written_off_at, held.transfer_id, ${hashOf('off.amount')}
    from deposit_write_off off join held on id = deposit_id
    union all
    select id, 'deposit-write-off-reversed', concat('deposit:', id, ':write-off-reversed:', removal, ':', part), reversal_transfer_id,
      suspense, treasury, 'TREASURY_MOVE', off.amount, reversed_at, off.transfer_id, ${hashOf('off.amount')}
    from deposit_write_off off join held on id = deposit_id
    where removal < removals or status = 'CREDITED' or reversal_transfer_id is not null
  ), posted as (
    select transfer.id as transfer_id, kind, key, posted_at, corrects, input_hash, debit, credit, type::text, amount::bigint
    from ledger.transfer left join ledger.posting on posting.transfer_id = transfer.id
    where kind in ('deposit', 'deposit-removed', 'deposit-restored', 'deposit-clawed-back', 'deposit-returned',
      'deposit-written-off', 'deposit-write-off-reversed')
  )
  select 'a deposit moved what it says, as often as it was removed and mined again' as "check",
    concat('deposit ', coalesce(due.id::text, substring(posted.key from '^deposit:([0-9]+)')), ', transfer ', coalesce(posted.transfer_id, due.transfer_id)) as subject,
    concat_ws(' ', due.key, due.debit, due.credit, due.type, due.amount, due.at, due.corrects) as expected,
    concat_ws(' ', posted.key, posted.debit, posted.credit, posted.type, posted.amount, posted.posted_at, posted.corrects) as found,
    case when ledger.coin_of(due.debit) = ledger.coin_of(posted.debit) then ledger.coin_of(due.debit) end as coin
  from due full join posted using (key)
  where (due.kind, due.debit, due.credit, due.type, due.amount, due.corrects, due.hash)
      is distinct from (posted.kind, posted.debit, posted.credit, posted.type, posted.amount, posted.corrects, posted.input_hash)
    or due.transfer_id is not null and due.transfer_id <> posted.transfer_id
    or due.at is not null and due.at <> posted.posted_at
    or due.kind in ('deposit-clawed-back', 'deposit-returned', 'deposit-written-off', 'deposit-write-off-reversed') and due.transfer_id is null
  union all
  select 'a deposit is its address''s, in the coin of its network', concat('deposit ', deposit.id, ', ', deposit.network, ' number ', address_number),
    concat_ws(' ', 'customer', address.customer_id, case deposit.network when 'BITCOIN' then 'BTC' else 'USDT' end),
    concat_ws(' ', 'customer', deposit.customer_id, deposit.coin), null
  from deposit left join deposit_address address on address.network = deposit.network and number = address_number
  where address.customer_id is distinct from deposit.customer_id
    or deposit.coin <> case deposit.network when 'BITCOIN' then 'BTC' else 'USDT' end
  union all
  select 'a credited deposit that is in no block was removed', 'deposit ' || id, 'a removal', 'none', null
  from deposit where transfer_id is not null and status = 'ORPHANED' and removals = 0
  union all
  select 'a clawback is of a removal', 'deposit ' || deposit_id, concat('at most ', coalesce(removals, 0)), removal::text, null
  from deposit_claw_back left join deposit on id = deposit_id where removal <= removals is not true
  union all
  select 'a clawback that is returned belongs to a deposit that was mined again', 'deposit ' || deposit_id, status, 'returned', null
  from deposit_claw_back join deposit on id = deposit_id
  where return_transfer_id is not null and removal = removals and status <> 'CREDITED'
  union all
  select 'a write-off is of a removal', 'deposit ' || deposit_id, concat('at most ', coalesce(removals, 0)), removal::text, null
  from deposit_write_off left join deposit on id = deposit_id where removal <= removals is not true
  union all
  select 'a write-off that is reversed belongs to a deposit that was mined again', 'deposit ' || deposit_id, status, 'reversed', null
  from deposit_write_off join deposit on id = deposit_id
  where reversal_transfer_id is not null and removal = removals and status <> 'CREDITED'
  union all
  select 'no more of a removal is clawed back and written off than was credited', 'deposit ' || deposit_id, concat('at most ', deposit.amount), taken::text, null
  from (
    select deposit_id, removal, sum(amount) as taken
    from (
      select deposit_id, removal, amount from deposit_claw_back
      union all
      select deposit_id, removal, amount from deposit_write_off
    ) part group by deposit_id, removal
  ) removal join deposit on id = deposit_id
  where taken > deposit.amount`),
).as<Difference>();

/** Deposits against their postings, one by one. */
export const checkDepositRows: BookCheck = (db) => many(db, differences);
