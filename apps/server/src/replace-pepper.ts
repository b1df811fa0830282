import { resealApps } from './features/second-factor/second-factor.slice.ts';
import { resealStaffApps } from './features/staff/staff.slice.ts';
import type { Database } from './platform/db/database.ts';
import { lockPepper, readUnderPreviousPepper, writeReplacedPepper } from './platform/installation/replaced-pepper.ts';
import { pepperFingerprint } from './platform/secrets/pepper.ts';

export interface PepperReplacement {
  previous: Buffer;
  present: Buffer;
  /** The ADMIN who is named in the audit line. */
  by: string;
  now: Date;
}

/**
 * Puts another pepper in the place of the present one, as the owner of the tables, while no server runs. What is sealed is sealed anew;
 * hashes follow when their owners next prove themselves. Null: it was done before.
 */
export function replacePepper(
  owner: Database,
  replacement: PepperReplacement,
): Promise<{ customers: number; staff: number } | null> {
  const [present, previous] = [replacement.present, replacement.previous].map(pepperFingerprint) as [Buffer, Buffer];
  return owner.transaction(async (dbTx) => {
    const held = await lockPepper(dbTx);
    if (held.present?.equals(present) && held.previous?.equals(previous)) return null;
    if (!held.present?.equals(previous)) {
      throw new Error('PASSWORD_PEPPER_PREVIOUS is not the pepper of this database');
    }
    if (present.equals(previous)) throw new Error('PASSWORD_PEPPER is the same as PASSWORD_PEPPER_PREVIOUS');
    const left = (await readUnderPreviousPepper(dbTx)).filter(({ rows }) => rows > 0n);
    if (left.length > 0) {
      const rows = left.map(({ kind, rows }) => `${rows} ${kind}`).join(', ');
      throw new Error(`the pepper before this one is still needed by ${rows}: a second replacement would end them`);
    }
    const customers = await resealApps(dbTx, replacement);
    const staff = await resealStaffApps(dbTx, replacement);
    await writeReplacedPepper(dbTx, { present, previous });
    return { customers, staff };
  });
}
