import { execute, maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { ImageFacts, ImageType } from './image-file.ts';

const insert = query(
  'content-image.insert',
  `insert into content_image (hash, type, width, height, bytes, created_at, created_by)
   values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
);

/** The same bytes again are the same image. */
export async function insertImage(
  db: Queryable,
  { hash, facts, bytes, by, now }: { hash: Buffer; facts: ImageFacts; bytes: Buffer; by: string; now: Date },
): Promise<void> {
  await execute(db, insert, [hash, facts.type, facts.width, facts.height, bytes, now, by]);
}

const find = query('content-image.find', 'select bytes from content_image where hash = $1 and type = $2').as<{
  bytes: Buffer;
}>();

export async function findImage(db: Queryable, hash: Buffer, type: ImageType): Promise<Buffer | null> {
  return (await maybeOne(db, find, [hash, type]))?.bytes ?? null;
}
