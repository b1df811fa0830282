import type { DownloadStatus } from '@lode/ui';
import { createStore } from 'zustand/vanilla';
import type { Version } from '../../lib/check-version.ts';

interface OfferState {
  /** The offered version. */
  version: Version | null;
  status: DownloadStatus;
  /** The customer has accepted it. */
  isAccepted: boolean;
  /** Postponed until the next start; development only. */
  isPostponed: boolean;
}

const noOffer: OfferState = { version: null, status: 1, isAccepted: false, isPostponed: false };

/** The current offer; the code that makes it sets `accept`. */
export const offer = Object.assign(
  createStore<OfferState>()(() => noOffer),
  { accept: (): void => undefined, clear: () => offer.setState(noOffer, true) },
);

export function makeOffer(version: Version, status: DownloadStatus, accept: () => void): void {
  offer.accept = accept;
  // A postponement applies to one version only.
  const isSameVersion = offer.getState().version?.versionNo === version.versionNo;
  offer.setState({ version, status, isPostponed: isSameVersion && offer.getState().isPostponed && !version.isForce });
}

/** Accepts the offer, once. */
export function acceptOffer(): void {
  if (offer.getState().isAccepted) return;
  offer.setState({ isAccepted: true });
  offer.accept();
}
