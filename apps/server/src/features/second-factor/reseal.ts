import { execute, many, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import { sealer } from '../../platform/secrets/sealed.ts';
import { sealContext, sealPurpose } from './prove-second-factor.ts';

const sealed = lockingQuery(
  'second-factor.sealed',
  `select customer_id as "customerId", sealed_secret as "sealedSecret" from second_factor
   where sealed_secret is not null order by customer_id for update`,
).as<{ customerId: bigint; sealedSecret: Buffer }>();

const reseal = query('second-factor.reseal', 'update second_factor set sealed_secret = $2 where customer_id = $1');

/** Seals the secrets of all apps under another pepper. The database lets its owner alone. Returns how many. */
export async function resealApps(
  dbTx: Transaction,
  { previous, present }: { previous: Buffer; present: Buffer },
): Promise<number> {
  const [from, to] = [sealer(previous, sealPurpose), sealer(present, sealPurpose)];
  const apps = await many(dbTx, sealed);
  for (const { customerId, sealedSecret } of apps) {
    const context = sealContext(customerId);
    await execute(dbTx, reseal, [customerId, to.seal(from.open(sealedSecret, context), context)]);
  }
  return apps.length;
}
