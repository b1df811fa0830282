import { withChunkTimeout } from '../../lib/chunk-timeout.ts';
import { clientVersion } from '../../lib/client-version.ts';
import { makeOffer, offer } from './offer.ts';
import { isNewer } from './version.ts';
import type { UpdateEnvironment } from './worker-updates.ts';

const checkIntervalMs = 10 * 60_000;
const page = '/index.html';

/**
 * Updates without a service worker: checks the version at start and on return. It makes an offer only when the server
 * serves a different page, because a version may be announced before its release is served.
 */
export function followPageUpdates(environment: UpdateEnvironment): void {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isChecking = false;

  async function check(): Promise<void> {
    const version = await environment.checkVersion();
    if (version === null || !isNewer(version.versionNo, clientVersion)) return;
    const files = await filesOfPage();
    if (files.length === 0 || files.includes(environment.entry)) return;
    makeOffer(version, 1, () => void environment.reload());
    // Fills the browser's cache, so that the reload is fast.
    if (await prefetchAll(files)) offer.setState({ status: 3 });
    // The next check offers it again.
    else offer.clear();
  }

  function checkIfDue(): void {
    if (document.visibilityState !== 'visible' || isChecking || Date.now() - checkedAt < checkIntervalMs) return;
    checkedAt = Date.now();
    isChecking = true;
    check()
      // Offline; the next check tries again.
      .catch(() => undefined)
      .finally(() => {
        isChecking = false;
      });
  }

  checkIfDue();
  document.addEventListener('visibilitychange', checkIfDue);
}

async function prefetchAll(files: readonly string[]): Promise<boolean> {
  const responses = await Promise.allSettled(files.map((file) => withChunkTimeout(fetch(file))));
  return responses.every((response) => response.status === 'fulfilled' && response.value.ok);
}

/** Hashed files that the server's page references. */
async function filesOfPage(): Promise<string[]> {
  const response = await fetch(page, { cache: 'no-cache' });
  if (!response.ok) return [];
  return [...(await response.text()).matchAll(/(?:src|href)="(\/(?:js|css)\/[^"]+)"/g)].map(([, file = '']) => file);
}
