import { execute, maybeOne, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

/** ONLINE: the signer was asked over its socket. OFFLINE: files are carried to it. */
export type SigningChannel = 'ONLINE' | 'OFFLINE';

const claim = query(
  'signing.claim',
  `insert into withdrawal_signing (withdrawal_id, channel, since) values ($1, $2, $3) on conflict do nothing returning channel`,
);
const claimed = query('signing.claimed', 'select channel from withdrawal_signing where withdrawal_id = $1').as<{
  channel: SigningChannel;
}>();

/** Claims the channel of a withdrawal that has none; answers the one that it has now, and whether this call claimed it. */
export async function claimChannel(
  db: Queryable,
  withdrawalId: bigint,
  channel: SigningChannel,
  now: Date,
): Promise<{ channel: SigningChannel; isNew: boolean }> {
  const isNew = (await maybeOne(db, claim, [withdrawalId, channel, now])) !== null;
  return { channel: (await one(db, claimed, [withdrawalId])).channel, isNew };
}

/** Null before one is claimed. */
export async function readChannel(db: Queryable, withdrawalId: bigint): Promise<SigningChannel | null> {
  return (await maybeOne(db, claimed, [withdrawalId]))?.channel ?? null;
}

const release = query('signing.release', 'delete from withdrawal_signing where withdrawal_id = $1 and channel = $2');

/** Nothing was signed by this channel, and nothing will be. */
export async function releaseChannel(db: Queryable, withdrawalId: bigint, channel: SigningChannel): Promise<void> {
  await execute(db, release, [withdrawalId, channel]);
}

const releaseUnsigned = query(
  'signing.release-unsigned',
  `delete from withdrawal_signing s where s.withdrawal_id = $1 and s.channel = 'ONLINE'
     and not exists (select from withdrawal_payment p where p.withdrawal_id = s.withdrawal_id and p.txid is not null)`,
);

/** Keeps the channel of a payment that is signed: its fee bumps need the same signer. */
export async function releaseOnlineChannel(db: Queryable, withdrawalId: bigint): Promise<void> {
  await execute(db, releaseUnsigned, [withdrawalId]);
}
