import { one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { CodePurpose } from '../one-time-code.store.ts';

const contactScene = 'CHANGE_CONTACT';

/** Ties a code to the customer and the new contact; the database composes the same text. */
export function purposeOf(customerId: bigint, to: string, recipient: string): Required<CodePurpose> {
  return { account: recipient, scene: contactScene, subject: `customer ${customerId} to ${to}` };
}

const insertSecond = query(
  'contact.add-second',
  `insert into customer_second_contact (customer_id, contact, new_code_id, own_code_id, staff_id, at)
   values ($1, $2, $3, $4, $5, $6) returning id`,
).as<{ id: bigint }>();

/** The trigger of the table checks both codes. */
export async function insertSecondContact(
  db: Queryable,
  second: { customerId: bigint; contact: string; newCodeId: bigint; ownCodeId: bigint; staffId: bigint; at: Date },
): Promise<void> {
  const { customerId, contact, newCodeId, ownCodeId, staffId, at } = second;
  await one(db, insertSecond, [customerId, contact, newCodeId, ownCodeId, staffId, at]);
}

const second = query(
  'contact.second',
  'select second_contact as "secondContact" from customer_contacts where customer_id = $1',
).as<{ secondContact: string | null }>();

export async function readSecondContact(db: Queryable, customerId: bigint): Promise<string | null> {
  return (await one(db, second, [customerId])).secondContact;
}

const proof = query(
  'contact.proof',
  `select max(id) as id from one_time_code
   where account = $1 and scene = $2 and subject = $3 and is_contact_proved(id, $1, $3, $4)
     and not exists (select from customer_contact_change where new_code_id = one_time_code.id)`,
).as<{ id: bigint | null }>();

/** The used code that proves the new contact within the last day and no change has used yet; null: there is none. */
export async function findProof(db: Queryable, purpose: Required<CodePurpose>, now: Date): Promise<bigint | null> {
  return (await one(db, proof, [purpose.account, purpose.scene, purpose.subject, now])).id;
}

export interface ContactChange {
  customerId: bigint;
  from: string;
  to: string;
  newCodeId: bigint;
  /** Null: the old contact is lost. */
  oldCodeId: bigint | null;
  staffId: bigint;
  approvedBy: bigint | null;
  at: Date;
  heldUntil: Date | null;
}

const insert = query(
  'contact.change',
  `insert into customer_contact_change
     (customer_id, old_contact, new_contact, new_code_id, old_code_id, staff_id, approved_by, changed_at, held_until)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
).as<{ id: bigint }>();

/** The trigger of the table changes the customer. Throws (23505) when another customer has the contact. */
export async function insertContactChange(db: Queryable, change: ContactChange): Promise<void> {
  const { customerId, from, to, newCodeId, oldCodeId, staffId, approvedBy, at, heldUntil } = change;
  await one(db, insert, [customerId, from, to, newCodeId, oldCodeId, staffId, approvedBy, at, heldUntil]);
}
