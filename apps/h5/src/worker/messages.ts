/** Where the worker is served. Its folder is what it may answer for: everything. */
export const workerFile = '/service-worker.js';

/** What pages say to the worker. */
export const toWorker = {
  /** Take over now, although pages of the release before are open. */
  takeOver: 'take-over',
  /** Is this file (the page's own entry) of your release? Answered by a boolean through the port. */
  holds: 'holds',
} as const;

/** What the worker says to pages: there shall be none any more. */
export const workerIsOff = 'service-worker-off';

/** On the worker's file, when the server has switched it off: `off`. */
export const switchHeader = 'x-service-worker';

/** Every cache of ours begins so: nobody else's is touched. */
export const cachePrefix = 'lode-';
