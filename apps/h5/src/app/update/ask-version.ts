import { clientVersion } from '../../lib/client-version.ts';
import { rootStore } from '../../lib/session/root-store.ts';

/** The version check's answer. */
export interface Version {
  versionNo: string;
  /** HTML that the operator wrote. */
  description: string;
  isForce: boolean;
}

const timeoutMs = 60_000;

/**
 * Asks the server for the newest version; null when there is no answer. Nobody asked for this, so nobody is told of a
 * failure: the next occasion asks again.
 */
export async function askVersion(): Promise<Version | null> {
  const query = new URLSearchParams({ appType: 'ANDROID', versionNo: clientVersion });
  const { deviceId, language } = rootStore.getState();
  try {
    const answer = await fetch(`/api/app/isNeedUpdate?${query}`, {
      headers: { clientVersion, clientType: 'H5', deviceId, language },
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { code, data } = (await answer.json()) as { code?: unknown; data?: unknown };
    return code === 200 && isVersion(data) ? data : null;
  } catch {
    return null;
  }
}

function isVersion(data: unknown): data is Version {
  if (typeof data !== 'object' || data === null) return false;
  const { versionNo, description, isForce } = data as Record<string, unknown>;
  return typeof versionNo === 'string' && typeof description === 'string' && typeof isForce === 'boolean';
}
