import type { DownloadStatus } from '@lode/ui';
import { createStore } from 'zustand/vanilla';
import type { Version } from '../../lib/ask-version.ts';

interface OfferState {
  /** The newer version that the customer is told of. */
  version: Version | null;
  status: DownloadStatus;
  /** The customer has taken it. */
  isTaken: boolean;
  /** Put off until the app starts again: only in development. */
  isPutOff: boolean;
}

const nothing: OfferState = { version: null, status: 1, isTaken: false, isPutOff: false };

/** What is offered just now. `take` is set by whoever made the offer. */
export const offer = Object.assign(
  createStore<OfferState>()(() => nothing),
  { take: (): void => undefined, forget: () => offer.setState(nothing, true) },
);

export function makeOffer(version: Version, status: DownloadStatus, take: () => void): void {
  offer.take = take;
  // Another version than the one that was put off is news.
  const isKnown = offer.getState().version?.versionNo === version.versionNo;
  offer.setState({ version, status, isPutOff: isKnown && offer.getState().isPutOff && !version.isForce });
}

/** The customer takes it: from here on nothing else can be done with it. */
export function takeOffer(): void {
  if (offer.getState().isTaken) return;
  offer.setState({ isTaken: true });
  offer.take();
}
