import { inOrder } from '../db/asked-rows.ts';
import { execute, many, maybeOne, one, type Queryable } from '../db/database.ts';
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

const keyColumns = (keys: readonly RequestKey[]): unknown[] => [
  keys.map(({ customerId }) => customerId),
  keys.map(({ call }) => call),
  keys.map(({ requestId }) => requestId),
];

const findAll = query(
  'money-request.find-all',
  `select place::int as place, input_hash as "inputHash", answer
   from unnest((select $1::bigint[]), (select $2::text[]), (select $3::text[])) with ordinality asked (customer, called, request, place)
   left join money_request on customer_id = customer and call = called and request_id = request`,
).as<{ place: number; inputHash: Buffer | null; answer: unknown }>();

/** In the order of the keys; null where none was carried out. */
export async function findRequests(db: Queryable, keys: readonly RequestKey[]): Promise<(DoneRequest | null)[]> {
  const rows = await many(db, findAll, keyColumns(keys));
  return inOrder(keys.length, rows).map(({ inputHash, answer }) => inputHash && { inputHash, answer });
}

const claimAll = query(
  'money-request.claim-all',
  `insert into money_request (customer_id, call, request_id, input_hash, at)
   select customer, called, request, hash, at
   from unnest((select $1::bigint[]), (select $2::text[]), (select $3::text[]), (select $4::bytea[]), (select $5::timestamptz[]))
     asked (customer, called, request, hash, at)
   order by customer, called, request
   on conflict do nothing`,
);

/** How many of them had not been carried out; waits for those that are being carried out. */
export function claimRequests(
  db: Queryable,
  keys: readonly RequestKey[],
  requests: readonly { hash: Buffer; at: Date }[],
): Promise<number> {
  return execute(db, claimAll, [...keyColumns(keys), requests.map(({ hash }) => hash), requests.map(({ at }) => at)]);
}

const answerAll = query(
  'money-request.answer-all',
  `update money_request set answer = given::json
   from unnest((select $1::bigint[]), (select $2::text[]), (select $3::text[]), (select $4::text[])) asked (customer, called, request, given)
   where customer_id = customer and call = called and request_id = request`,
);

export async function keepAnswers(
  db: Queryable,
  keys: readonly RequestKey[],
  answers: readonly unknown[],
): Promise<void> {
  const kept = await execute(db, answerAll, [...keyColumns(keys), answers.map((answer) => JSON.stringify(answer))]);
  if (kept !== keys.length) throw new Error(`${kept} of ${keys.length} answers are kept`);
}
