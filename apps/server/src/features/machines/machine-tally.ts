import type { Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { execute, many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { KeptList } from '../../platform/kept-list.ts';

const fold = query('machines.fold-tally', 'select from fold_machine_tally()');

const differences = query(
  'machines.check-tally',
  limited(`
  select 'machines are counted as they stand' as check, concat_ws(' ', 'site', site_id, 'model', model_id, status) as subject,
    coalesce(counted, 0)::text as expected, coalesce(kept, 0)::text as found
  from (select site_id, model_id, status, count(*) as counted from machine group by site_id, model_id, status) machine
  full join (select site_id, model_id, status, sum(machines) as kept from machine_tally group by site_id, model_id, status) tally
    using (site_id, model_id, status)
  where coalesce(counted, 0) <> coalesce(kept, 0)`),
).as<Difference>();

/** How many machines there are of each site, model and status. */
export const machineTally: KeptList = {
  name: 'machines',
  fold: async (db) => void (await execute(db, fold, [])),
  check: (db) => many(db, differences),
};
