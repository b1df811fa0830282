import { NewVersionDialog, useIsReloadBlocked } from '@lode/ui';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { checkVersion } from '../../lib/check-version.ts';
import { updateDialog } from '../../lib/update-dialog.ts';
import { preloadsDone } from '../preload.ts';
import { acceptOffer, offer } from './offer.ts';
import { followPageUpdates } from './page-updates.ts';
import { reloadWhenAllowed } from './reload.ts';
import { followWorkerUpdates, isSwitchedOff, type UpdateEnvironment } from './worker-updates.ts';

/** Contains the HTML sanitiser, which is needed only with an offer; if its chunk fails, the dialog shows no notes. */
const ReleaseNotes = lazy<ComponentType<{ html: string }>>(() =>
  import('./release-notes.tsx').then(
    (chunk) => ({ default: chunk.ReleaseNotes }),
    () => ({ default: NoNotes }),
  ),
);
const NoNotes = () => null;

/** The last module: those before it are libraries, which several releases share. */
const entryOfPage = () => {
  const scripts = document.querySelectorAll<HTMLScriptElement>('script[type=module][src]');
  return new URL([...scripts].at(-1)?.src ?? '', window.location.href).pathname;
};

async function followUpdates(): Promise<void> {
  const reload = reloadWhenAllowed(() => window.location.reload());
  const environment: UpdateEnvironment = {
    entry: entryOfPage(),
    checkVersion,
    reload,
    isSwitchedOff,
    untilLoaded: preloadsDone,
  };
  // The development server has no worker.
  const container = import.meta.env.DEV ? undefined : navigator.serviceWorker;
  if (container !== undefined && (await followWorkerUpdates(container, environment))) return;
  await preloadsDone();
  followPageUpdates(environment);
}

let isFollowing = false;

/** Follows updates while the app is open, and offers them when no money form is open. */
export function UpdateManager() {
  const { version, status, isAccepted, isPostponed } = useStore(offer);
  const isBlocked = useIsReloadBlocked();
  useEffect(() => {
    if (isFollowing) return;
    isFollowing = true;
    void followUpdates();
  }, []);
  const isOpen = version !== null && !isBlocked && !isPostponed;
  useEffect(() => {
    updateDialog.isOpen = isOpen;
    return () => {
      updateDialog.isOpen = false;
    };
  }, [isOpen]);
  if (version === null) return null;
  return (
    <NewVersionDialog
      open={isOpen}
      version={version.versionNo}
      status={status}
      busy={isAccepted}
      isForced={version.isForce}
      hasClose={import.meta.env.DEV}
      onUpdate={acceptOffer}
      onClose={() => offer.setState({ isPostponed: true })}
    >
      <Suspense>
        <ReleaseNotes html={version.description} />
      </Suspense>
    </NewVersionDialog>
  );
}
