import { checkBitcoinAddress } from '@lode/chain-bitcoin';
import { payment } from './payment.ts';

/** Gives every customer bitcoin, an address that is known for days and a confirmed risk disclosure. */
export async function makeReadyToWithdraw(run: (text: string, values?: unknown[]) => Promise<unknown>): Promise<void> {
  const checked = checkBitcoinAddress(payment.address, 'regtest');
  if (!checked.valid) throw new Error(`${payment.address} is ${checked.reason}`);
  await run(
    `insert into withdrawal_address (customer_id, network, address, address_key, label, added_at)
     select id, 'BITCOIN', $1, $2, '', now() - interval '8 days' from customer`,
    [checked.address, checked.key],
  );
  await run(
    `select count(ledger.post_batch('bench:' || batch, sha256(batch::text::bytea), 'bench', current_date, now(), debits, credits, types, amounts,
       dates, array_fill(null::bigint, array[cardinality(debits)])))
     from (
       select id / 5000 as batch, array_agg(ledger.house_id('CUSTODY', 'BTC')) as debits,
         array_agg(ledger.account_id(id, 'OUTPUT_ACCOUNT', 'BTC')) as credits, array_agg('RECHARGE_BTC'::ledger.posting_type) as types,
         array_agg(10000000000000::bigint) as amounts, array_agg(current_date) as dates
       from customer group by 1
     ) funded`,
  );
  await run(
    `insert into risk_confirmation (customer_id, version, content_hash, confirmed_at)
     select customer.id, version, content_hash, now() from customer, content_revision where content_revision.name = 'user_sm'`,
  );
}
