import { withinChunkTime } from '../../lib/chunk-time.ts';
import { clientVersion } from '../../lib/client-version.ts';
import { makeOffer, offer } from './offer.ts';
import { isNewer } from './version.ts';
import type { Surroundings } from './worker-updates.ts';

const askAgainMs = 10 * 60_000;
const page = '/index.html';

/**
 * Updates where there is no service worker: the version check as the app starts and when somebody comes back to it. An offer is
 * made only when the server really has another page than this one: a version that is announced before its release is
 * served would otherwise be offered for ever.
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
    // Into the browser's cache: the reload then takes a moment.
    if (await haveAllArrived(files)) offer.setState({ status: 3 });
    // The next look offers it anew.
    else offer.forget();
  }

  function look(): void {
    if (document.visibilityState !== 'visible' || isAsking || Date.now() - askedAt < askAgainMs) return;
    askedAt = Date.now();
    isAsking = true;
    ask()
      // Without a network there is no update; the next look asks again.
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

/** The hashed files that the server's page begins with. */
async function filesOfPage(): Promise<string[]> {
  const answer = await fetch(page, { cache: 'no-cache' });
  if (!answer.ok) return [];
  return [...(await answer.text()).matchAll(/(?:src|href)="(\/(?:js|css)\/[^"]+)"/g)].map(([, file = '']) => file);
}
