import { type Database, openDatabase } from '../../apps/server/src/platform/db/database.ts';
import { hashCode } from '../../apps/server/src/platform/secrets/one-time-secret.ts';
import { createPasswords } from '../../apps/server/src/platform/secrets/passwords.ts';
import { makeReadyToWithdraw } from '../lib/ready-to-withdraw.ts';

export const pepper = Buffer.from('a pepper for measuring');
export const password = 'Passw0rd';
export const fundsPassword = '246810';
export const code = '135790';
/** Each asks for a code once: the next is a minute away. */
export const customers = 400;

export const accountOf = (n: number) => `139${n.toString().padStart(8, '0')}`;
export const deviceOf = (n: number) => `known-device-${n}`;

/** Customers who have logged in from their devices for some days. */
export async function seedCustomers(ownerUrl: string): Promise<void> {
  const owner = openDatabase(ownerUrl, { max: 1 });
  const passwords = createPasswords(pepper);
  await owner.query({
    text: `insert into customer (account, password_hash, funds_password_hash, created_at)
           select '139' || lpad(n::text, 8, '0'), $2, $3, now() - interval '9 days' from generate_series(0, $1::int - 1) n`,
    values: [customers, await passwords.hash(password), await passwords.hash(fundsPassword)],
  });
  await owner.query({
    text: `insert into session (customer_id, token_hash, device_id, created_at, expires_at)
           select id, sha256(account::bytea), 'known-device-' || substr(account, 4)::int, now() - interval '9 days', now() + interval '1 day'
           from customer`,
  });
  await makeReadyToWithdraw((text, values = []) => owner.query({ text, values }));
  await owner.end();
}

/** Puts a known code in place of the one that was sent, which the bench cannot read. */
export async function setCode(owner: Database, account: string): Promise<void> {
  const hash = hashCode(pepper, `WITHDRAW ${account}`, code);
  const text = `update one_time_code set code_hash = $2 where account = $1 and scene = 'WITHDRAW'`;
  await owner.query({ text, values: [account, hash] });
}
