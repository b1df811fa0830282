import { maybeOne, one, type Queryable } from '../db/database.ts';
import { query } from '../db/query.ts';

/** The scope of a request's own id, and the id. */
export interface RequestKey {
  customerId: bigint;
  call: string;
  requestId: string;
}

export interface DoneRequest {
  inputHash: Buffer;
  answer: unknown;
}

const find = query(
  'money-request.find',
  `select input_hash as "inputHash", answer from money_request where customer_id = $1 and call = $2 and request_id = $3`,
).as<DoneRequest>();

export function findRequest(db: Queryable, { customerId, call, requestId }: RequestKey): Promise<DoneRequest | null> {
  return maybeOne(db, find, [customerId, call, requestId]);
}

const claim = query(
  'money-request.claim',
  `insert into money_request (customer_id, call, request_id, input_hash, at) values ($1, $2, $3, $4, $5)
   on conflict do nothing returning at`,
).as<{ at: Date }>();

/** False when the request was carried out. While it is being carried out this waits for its end. */
export async function claimRequest(
  db: Queryable,
  { customerId, call, requestId }: RequestKey,
  inputHash: Buffer,
  at: Date,
): Promise<boolean> {
  return (await maybeOne(db, claim, [customerId, call, requestId, inputHash, at])) !== null;
}

const answerOne = query(
  'money-request.answer',
  `update money_request set answer = $4 where customer_id = $1 and call = $2 and request_id = $3 returning at`,
).as<{ at: Date }>();

export async function keepAnswer(
  db: Queryable,
  { customerId, call, requestId }: RequestKey,
  answer: unknown,
): Promise<void> {
  await one(db, answerOne, [customerId, call, requestId, JSON.stringify(answer)]);
}
