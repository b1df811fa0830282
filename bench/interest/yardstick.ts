import { type BareTable, type Written, writeBareRows } from '../lib/bare-rows.ts';

const interest: BareTable = {
  name: 'interest',
  like: 'coin_up_interest',
  indexes: (bare) => [`alter table ${bare} add primary key (date, customer_id, coin)`],
  rowsOf: (date) => `select * from coin_up_interest where date = '${date}' order by customer_id, coin`,
};

/** The rows of a day of interest. */
export function writeBare(adminUrl: string, date: string): Promise<Written> {
  const transfers = `
    select transfer_id from coin_up_interest_batch where date = '${date}'
    union all
    select (result ->> 'arrivalTransfer')::bigint from day_close_batch
    where kind = 'coin-up' and date = '${date}' and stage = 'post'`;
  return writeBareRows(adminUrl, date, { transfers, tables: [interest] });
}
