import { execute, many, maybeOne, type Transaction } from '../../../platform/db/database.ts';
import { lockingQuery, query } from '../../../platform/db/query.ts';
import { sealer } from '../../../platform/secrets/sealed.ts';
import { sealContext, sealPurpose } from './prove-member.ts';

const sealed = lockingQuery(
  'staff-totp.sealed',
  'select staff_id as "staffId", sealed_secret as "sealedSecret" from staff_totp order by staff_id for update',
).as<{ staffId: bigint; sealedSecret: Buffer }>();

const reseal = query('staff-totp.reseal', 'update staff_totp set sealed_secret = $2 where staff_id = $1');

const admin = query(
  'staff.active-admin',
  `select id from staff where name = $1 and role = 'ADMIN' and status = 'ACTIVE'`,
).as<{ id: bigint }>();

const record = query(
  'staff.record-reseal',
  `select record_staff($1, $2, null, 'staff:reseal', 'the apps of the staff', 'the pepper was replaced', $3)`,
);

/** Seals the secrets of the members' apps under another pepper, with an audit line. The database lets its owner alone. */
export async function resealStaffApps(
  dbTx: Transaction,
  { previous, present, by, now }: { previous: Buffer; present: Buffer; by: string; now: Date },
): Promise<number> {
  const who = await maybeOne(dbTx, admin, [by]);
  if (who === null) throw new Error(`${by} is no active ADMIN`);
  const [from, to] = [sealer(previous, sealPurpose), sealer(present, sealPurpose)];
  const apps = await many(dbTx, sealed);
  for (const { staffId, sealedSecret } of apps) {
    const context = sealContext(staffId);
    await execute(dbTx, reseal, [staffId, to.seal(from.open(sealedSecret, context), context)]);
  }
  await execute(dbTx, record, [now, who.id, apps.map(({ staffId }) => staffId)]);
  return apps.length;
}
