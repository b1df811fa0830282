import type { Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { many, one } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { KeptList } from '../../platform/kept-list.ts';

const lookAt = query('customers.fold-may-owe', 'select fold_may_owe($1) as more').as<{ more: boolean }>();
/** Some tenth of a second of a database. */
const customersAtOnce = 5000;
/** Then the next round goes on. */
const timesARound = 20;

const differences = query(
  'customers.check-may-owe',
  limited(`
  select 'who owes is in the list' as check, concat('customer ', owing.customer_id) as subject, coalesce(account, 'a customer') as expected,
    'absent' as found
  from (select distinct customer_id from owed_fees) owing left join customer on id = owing.customer_id
  where not exists (
    select from may_owe listed where listed.customer_id = owing.customer_id and (listed.account is null or listed.account = customer.account)
  )`),
).as<Difference>();

/** Who may owe, so that the list of who does is walked in its order. */
export const mayOwe: KeptList = {
  name: 'owing',
  async fold(db) {
    for (let time = 0; time < timesARound; time += 1) if (!(await one(db, lookAt, [customersAtOnce])).more) return;
  },
  check: (db) => many(db, differences),
};
