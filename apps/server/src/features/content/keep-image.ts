import type { Database } from '../../platform/db/database.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { StaffInput } from '../../platform/staff/staff-command.ts';
import { imageAddress, imageHash } from './image-address.ts';
import { insertImage } from './images.store.ts';
import type { CleanImage } from './sanitise-image.ts';

/** Stores an image for use in content and returns its address; the same bytes again are the same image. */
export async function keepImage(
  database: Database,
  { recordAudit }: Pick<StaffPorts, 'recordAudit'>,
  { bytes, ...facts }: CleanImage,
  { authority, reason, now }: StaffInput,
): Promise<string> {
  const hash = imageHash(bytes);
  await database.transaction(async (dbTx) => {
    await insertImage(dbTx, { hash, facts, bytes, by: `staff:${authority.by.name}`, now });
    const subject = `content image/${hash.toString('hex').slice(0, 12)}`;
    await recordAudit(dbTx, { at: now, authority, action: 'content:image', subject, reason });
  });
  return imageAddress(hash, facts.type);
}
