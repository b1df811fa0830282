import { hash } from 'node:crypto';
import { one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import { columnsDigestOf } from './columns-digest.ts';
import type { Digest, DigestScope } from './digest-scope.ts';
import { inputsDigestOf } from './inputs-digest.ts';
import type { MiningBatchResult } from './mining-batch-result.ts';

const digest = query(
  'day-close.digest',
  `with line as (
     select transfer_id,
       sha256(array_send(array_agg(debit::bigint order by line)) || array_send(array_agg(credit::bigint order by line))
         || array_send(array_agg(amount::bigint order by line)) || array_send(array_agg(source_id order by line))) as hash
     from ledger.posting where transfer_id = any($4::bigint[]) group by transfer_id
   ), output as (
     select array_agg(machine_id order by machine_id, coin) as machines, array_agg(running_seconds order by machine_id, coin) as seconds,
       array_agg(gross order by machine_id, coin) as gross, array_agg(net order by machine_id, coin) as net
     from machine_output where customer_id between $1 and $2 and date = $3
   ), charge as (
     select array_agg(machine_id order by machine_id) as machines, array_agg(running_seconds order by machine_id) as seconds,
       array_agg(amount order by machine_id) as amounts
     from electricity_charge where customer_id between $1 and $2 and date = $3
   ), hosting as (
     select array_agg(machine_id order by machine_id, first_day) as machines, array_agg(amount order by machine_id, first_day) as amounts
     from hosting_charge where customer_id between $1 and $2 and date = $3 and adjustment_id is null
   )
   select sha256(concat(
       encode((select string_agg(hash, '' order by transfer_id) from line), 'hex'), ',',
       encode(array_send(output.machines) || array_send(output.seconds) || array_send(output.gross) || array_send(output.net), 'hex'), ',',
       encode(array_send(charge.machines) || array_send(charge.seconds) || array_send(charge.amounts), 'hex'), ',',
       encode(array_send(hosting.machines) || array_send(hosting.amounts), 'hex'))::bytea) as digest,
     (select min(transfer_id)::text from line join ledger.transfer on id = transfer_id where hash <> input_hash) as changed
   from output, charge, hosting`,
).as<Digest>();

/** How a batch says that it was digested; a day that was closed by an older release keeps its form, and so its seal. */
export type DigestForm = Pick<MiningBatchResult, 'sealsInputs' | 'sealsColumns'>;

/**
 * sha-256 over everything of a batch that can never change again: outputs, charges, hosting, the lines of its transfers and what they
 * were computed from, as they stand. `changed` names a transfer whose lines are not those that were posted.
 */
export async function digestOf(db: Queryable, scope: DigestScope, form: DigestForm): Promise<Digest> {
  if (form.sealsColumns) return columnsDigestOf(db, scope);
  const { date, range, transferIds } = scope;
  const posted = await one(db, digest, [range.first, range.last, date, transferIds]);
  if (!form.sealsInputs) return posted;
  const inputs = await inputsDigestOf(db, scope);
  return { ...posted, digest: hash('sha256', Buffer.concat([posted.digest, inputs]), 'buffer') };
}
