import type { Database } from '../../platform/db/database.ts';
import { keeps } from './identity.jobs.ts';
import { isKnownDevice } from './known-device.store.ts';

const hour = 60 * 60_000;

export interface DeviceAge {
  /** A device is known so long after its first login: as long as it holds withdrawals. */
  withdrawHoldHours: number;
}

/** The caller's device when the account knows it, null for every other caller. */
export async function knownDeviceOf(
  { database, withdrawHoldHours }: DeviceAge & { database: Database },
  account: string,
  { deviceId, now }: { deviceId: string | null; now: Date },
): Promise<string | null> {
  if (deviceId === null) return null;
  const since = new Date(now.getTime() - withdrawHoldHours * hour);
  const sessionsKept = new Date(now.getTime() - keeps.sessions);
  return (await isKnownDevice(database, { account, deviceId, since, sessionsKept })) ? deviceId : null;
}
