import { type BareTable, type Written, writeBareRows } from '../lib/bare-rows.ts';

const tables: BareTable[] = [
  {
    name: 'output',
    like: 'machine_output',
    indexes: (bare) => [
      `alter table ${bare} add primary key (date, machine_id, coin)`,
      `create index on ${bare} (date, customer_id, machine_id, coin)`,
    ],
    rowsOf: (date) => `select * from machine_output where date = '${date}' order by customer_id, machine_id`,
  },
  {
    name: 'charge',
    like: 'electricity_charge',
    indexes: (bare) => [
      `alter table ${bare} add primary key (date, machine_id)`,
      `create index on ${bare} (customer_id, date, machine_no) where owed > 0`,
      `create index on ${bare} (date, customer_id)`,
    ],
    rowsOf: (date) => `select * from electricity_charge where date = '${date}' order by customer_id, machine_id`,
  },
];

/** The rows of a mining day. */
export function writeBare(adminUrl: string, date: string): Promise<Written> {
  const batches = `from day_close_batch where kind = 'mining' and date = '${date}' and stage = 'post'`;
  const transfers = `
    select (result ->> 'outputTransfer')::bigint ${batches} union all select (result ->> 'electricityTransfer')::bigint ${batches}`;
  return writeBareRows(adminUrl, date, { transfers, tables });
}
