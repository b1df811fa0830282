/** At the root, so that its scope is the whole origin. */
export const workerFile = '/service-worker.js';

/** Messages from pages to the worker. */
export const toWorker = {
  /** Take over although pages of the previous release are open. */
  takeOver: 'take-over',
  /** Asks whether a file (the page's entry) belongs to the worker's release; replies with a boolean. */
  holds: 'holds',
} as const;

/** Tells pages that the worker was switched off. */
export const workerIsOff = 'service-worker-off';

/** Response header of the worker's file: `off` when the server has switched it off. */
export const switchHeader = 'x-service-worker';

/** Prefix of every cache of this app. */
export const cachePrefix = 'lode-';
