import { one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { Passwords } from '../../platform/secrets/passwords.ts';

const outfit = query(
  'customer.outfit',
  `update customer set password_hash = $2, funds_password_hash = $3
   where id = $1 and password_hash is null and funds_password_hash is null
   returning id`,
);

/**
 * Gives a customer who has none both passwords at once, without the codes that a person would type. For the
 * demo only: its passwords stand in the README.
 */
export async function seedDemoCredentials(
  db: Queryable,
  passwords: Passwords,
  customerId: bigint,
  input: { password: string; fundsPassword: string },
): Promise<void> {
  const [passwordHash, fundsPasswordHash] = await Promise.all([
    passwords.hash(input.password),
    passwords.hash(input.fundsPassword),
  ]);
  await one(db, outfit, [customerId, passwordHash, fundsPasswordHash]);
}
