import { type Database, execute, many, one, type Queryable, type Transaction } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { Authority, StaffRole } from '../../../platform/staff/authority.ts';

/** The names of the commands are those of the lines in the audit log. */
export type StaffChange =
  | { change: 'staff:add'; name: string; role: StaffRole; passwordHash: string; initialUntil: Date }
  | { change: 'staff:role'; name: string; role: StaffRole }
  | { change: 'staff:disable' | 'staff:enable'; name: string }
  | { change: 'staff:reset'; name: string; passwordHash: string; initialUntil: Date };

const given = query('staff.given-from', `select set_config('lode.given_from', $1, true)`);

/** `work` in a transaction whose lines of the audit log about the staff, which the database writes itself, say where it was given from. */
export function givenFrom<T>(
  database: Database,
  from: Authority['from'],
  work: (dbTx: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(async (dbTx) => {
    if (from !== undefined)
      await execute(dbTx, given, [JSON.stringify({ session: from.session, origin: from.network })]);
    return work(dbTx);
  });
}

const change = query('staff.change', 'select change_staff($1, $2, $3, $4, $5, $6, $7, $8, $9) as id').as<{
  id: bigint;
}>();

/** Changes a member and writes the audit line, within `givenFrom`; the database refuses what two people may not do. */
export async function changeStaff(
  db: Queryable,
  wanted: StaffChange,
  { authority, reason, now }: { authority: Authority; reason: string; now: Date },
): Promise<void> {
  const {
    role = null,
    passwordHash = null,
    initialUntil = null,
  } = wanted as Partial<StaffChange & { role: StaffRole }> & {
    passwordHash?: string;
    initialUntil?: Date;
  };
  const people = [authority.by.id, authority.approver?.id ?? null];
  await one(db, change, [wanted.change, wanted.name, role, passwordHash, initialUntil, ...people, reason, now]);
}

const ownPassword = query('staff.own-password', 'select change_own_password($1, $2, $3, $4) as "isChanged"').as<{
  isChanged: boolean;
}>();

/** False when the old password was replaced meanwhile, or the member may not. Every session of it ends. */
export async function changeOwnPassword(
  db: Queryable,
  change: { staffId: bigint; from: string; to: string; now: Date },
): Promise<boolean> {
  const { staffId, from, to, now } = change;
  return (await one(db, ownPassword, [staffId, from, to, now])).isChanged;
}

const deciders = query(
  'staff.deciders',
  `select name, role from staff where status = 'ACTIVE' and initial_until is null and role in ('ADMIN', 'APPROVER')`,
).as<{ name: string; role: StaffRole }>();

/** Who may decide on changes of the staff. */
export function readDeciders(db: Queryable): Promise<{ name: string; role: StaffRole }[]> {
  return many(db, deciders, []);
}

const altered = query('staff.altered', 'select name, fault from altered_staff()').as<{ name: string; fault: string }>();

/** Each difference between the staff and the audit log. */
export async function findAlteredStaff(db: Queryable): Promise<string[]> {
  return (await many(db, altered, [])).map(({ name, fault }) => `${name} ${fault}`);
}
