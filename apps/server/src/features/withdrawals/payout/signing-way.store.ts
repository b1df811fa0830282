import { type DbTx, many, maybeOne, one, statement } from '../../../platform/db/database.ts';

/** ONLINE: the signer on the wire was asked. OFFLINE: files are carried to it. */
export type SigningWay = 'ONLINE' | 'OFFLINE';

const claim = statement(
  'signing.claim',
  `insert into withdrawal_signing (withdrawal_id, way, since) values ($1, $2, $3) on conflict do nothing`,
);
const taken = statement<{ way: SigningWay }>(
  'signing.taken',
  'select way from withdrawal_signing where withdrawal_id = $1',
);

/** Takes the way for a withdrawal that has none; answers the one that it has now. */
export async function claimWay(dbTx: DbTx, withdrawalId: bigint, way: SigningWay, now: Date): Promise<SigningWay> {
  await many(dbTx, claim, [withdrawalId, way, now]);
  return (await one(dbTx, taken, [withdrawalId])).way;
}

const leave = statement('signing.leave', 'delete from withdrawal_signing where withdrawal_id = $1 and way = $2');

/** The way that was taken, or null. */
export async function readWay(dbTx: DbTx, withdrawalId: bigint): Promise<SigningWay | null> {
  return (await maybeOne(dbTx, taken, [withdrawalId]))?.way ?? null;
}

/** Nothing was signed by this way, and nothing will be. */
export async function leaveWay(dbTx: DbTx, withdrawalId: bigint, way: SigningWay): Promise<void> {
  await many(dbTx, leave, [withdrawalId, way]);
}
