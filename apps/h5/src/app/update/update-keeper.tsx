import { NewVersionDialog, useIsHeldForMoney } from '@lode/ui';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { askVersion } from '../../lib/ask-version.ts';
import { updateOffer } from '../../lib/update-shown.ts';
import { offer, takeOffer } from './offer.ts';
import { followPage } from './page-updates.ts';
import { onceReload } from './reload.ts';
import { followWorker, isSwitchedOff, type Surroundings } from './worker-updates.ts';

/** Contains the HTML sanitiser, which is needed only with an offer; if its chunk fails, the dialog shows no notes. */
const Description = lazy<ComponentType<{ html: string }>>(() =>
  import('./description.tsx').then(
    (chunk) => ({ default: chunk.Description }),
    () => ({ default: Nothing }),
  ),
);
const Nothing = () => null;

const entryOfPage = () =>
  new URL(document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '', window.location.href)
    .pathname;

async function followUpdates(): Promise<void> {
  const reload = onceReload(() => window.location.reload());
  const around: Surroundings = { entry: entryOfPage(), askVersion, reload, isSwitchedOff };
  // The development server has no worker.
  const container = import.meta.env.DEV ? undefined : navigator.serviceWorker;
  if (container === undefined || !(await followWorker(container, around))) followPage(around);
}

let isFollowing = false;

/** Follows updates while the app is open, and offers them when no money form is open. */
export function UpdateKeeper() {
  const { version, status, isTaken, isPutOff } = useStore(offer);
  const isHeld = useIsHeldForMoney();
  useEffect(() => {
    if (isFollowing) return;
    isFollowing = true;
    void followUpdates();
  }, []);
  const isShown = version !== null && !isHeld && !isPutOff;
  useEffect(() => {
    updateOffer.isShown = isShown;
    return () => {
      updateOffer.isShown = false;
    };
  }, [isShown]);
  if (version === null) return null;
  return (
    <NewVersionDialog
      open={isShown}
      version={version.versionNo}
      status={status}
      busy={isTaken}
      isForced={version.isForce}
      hasClose={import.meta.env.DEV}
      onUpdate={takeOffer}
      onClose={() => offer.setState({ isPutOff: true })}
    >
      <Suspense>
        <Description html={version.description} />
      </Suspense>
    </NewVersionDialog>
  );
}
