import { type DbTx, many, maybeOne, one, statement } from '../../../platform/db/database.ts';

/** ONLINE: the signer on the wire was asked. OFFLINE: files are carried to it. */
export type SigningWay = 'ONLINE' | 'OFFLINE';

const claim = statement<{ way: SigningWay }>(
  'signing.claim',
  `insert into withdrawal_signing (withdrawal_id, way, since) values ($1, $2, $3) on conflict do nothing returning way`,
);
const taken = statement<{ way: SigningWay }>(
  'signing.taken',
  'select way from withdrawal_signing where withdrawal_id = $1',
);

/** Takes the way for a withdrawal that has none; answers the one that it has now, and whether this call took it. */
export async function claimWay(
  dbTx: DbTx,
  withdrawalId: bigint,
  way: SigningWay,
  now: Date,
): Promise<{ way: SigningWay; isNew: boolean }> {
  const isNew = (await maybeOne(dbTx, claim, [withdrawalId, way, now])) !== null;
  return { way: (await one(dbTx, taken, [withdrawalId])).way, isNew };
}

const leave = statement('signing.leave', 'delete from withdrawal_signing where withdrawal_id = $1 and way = $2');
const leaveUnsigned = statement(
  'signing.leave-unsigned',
  `delete from withdrawal_signing s where s.withdrawal_id = $1 and s.way = 'ONLINE'
     and not exists (select from withdrawal_payment p where p.withdrawal_id = s.withdrawal_id and p.txid is not null)`,
);

/** The way that was taken, or null. */
export async function readWay(dbTx: DbTx, withdrawalId: bigint): Promise<SigningWay | null> {
  return (await maybeOne(dbTx, taken, [withdrawalId]))?.way ?? null;
}

/** Nothing was signed by this way, and nothing will be. */
export async function leaveWay(dbTx: DbTx, withdrawalId: bigint, way: SigningWay): Promise<void> {
  await many(dbTx, leave, [withdrawalId, way]);
}

/** The signer on the wire has signed nothing of it: whatever it signed once it must be asked for at a higher fee, too. */
export async function leaveOnline(dbTx: DbTx, withdrawalId: bigint): Promise<void> {
  await many(dbTx, leaveUnsigned, [withdrawalId]);
}
