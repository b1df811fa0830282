import type { DownloadStatus } from '@lode/ui';
import { createStore } from 'zustand/vanilla';
import type { Version } from '../../lib/ask-version.ts';

interface OfferState {
  /** The offered version. */
  version: Version | null;
  status: DownloadStatus;
  /** The customer has accepted it. */
  isTaken: boolean;
  /** Postponed until the next start; development only. */
  isPutOff: boolean;
}

const nothing: OfferState = { version: null, status: 1, isTaken: false, isPutOff: false };

/** The current offer; the code that makes it sets `take`. */
export const offer = Object.assign(
  createStore<OfferState>()(() => nothing),
  { take: (): void => undefined, forget: () => offer.setState(nothing, true) },
);

export function makeOffer(version: Version, status: DownloadStatus, take: () => void): void {
  offer.take = take;
  // A postponement applies to one version only.
  const isKnown = offer.getState().version?.versionNo === version.versionNo;
  offer.setState({ version, status, isPutOff: isKnown && offer.getState().isPutOff && !version.isForce });
}

/** Accepts the offer, once. */
export function takeOffer(): void {
  if (offer.getState().isTaken) return;
  offer.setState({ isTaken: true });
  offer.take();
}
