import { withinChunkTime } from '../../lib/chunk-time.ts';
import { clientVersion } from '../../lib/client-version.ts';
import { makeOffer, offer } from './offer.ts';
import { isNewer } from './version.ts';
import type { Surroundings } from './worker-updates.ts';

const askAgainMs = 10 * 60_000;
const page = '/index.html';

/**
 * Updates without a service worker: checks the version at start and on return. It makes an offer only when the server
 * serves a different page, because a version may be announced before its release is served.
 */
export function followPage(around: Surroundings): void {
  let askedAt = Number.NEGATIVE_INFINITY;
  let isAsking = false;

  async function ask(): Promise<void> {
    const version = await around.askVersion();
    if (version === null || !isNewer(version.versionNo, clientVersion)) return;
    const files = await filesOfPage();
    if (files.length === 0 || files.includes(around.entry)) return;
    makeOffer(version, 1, () => void around.reload());
    // Fills the browser's cache, so that the reload is fast.
    if (await haveAllArrived(files)) offer.setState({ status: 3 });
    // The next check offers it again.
    else offer.forget();
  }

  function look(): void {
    if (document.visibilityState !== 'visible' || isAsking || Date.now() - askedAt < askAgainMs) return;
    askedAt = Date.now();
    isAsking = true;
    ask()
      // Offline; the next check tries again.
      .catch(() => undefined)
      .finally(() => {
        isAsking = false;
      });
  }

  look();
  document.addEventListener('visibilitychange', look);
}

async function haveAllArrived(files: readonly string[]): Promise<boolean> {
  const answers = await Promise.allSettled(files.map((file) => withinChunkTime(fetch(file))));
  return answers.every((answer) => answer.status === 'fulfilled' && answer.value.ok);
}

/** Hashed files that the server's page references. */
async function filesOfPage(): Promise<string[]> {
  const answer = await fetch(page, { cache: 'no-cache' });
  if (!answer.ok) return [];
  return [...(await answer.text()).matchAll(/(?:src|href)="(\/(?:js|css)\/[^"]+)"/g)].map(([, file = '']) => file);
}
