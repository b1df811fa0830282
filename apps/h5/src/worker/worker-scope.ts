/** The part of ServiceWorkerGlobalScope in use, because TypeScript's `webworker` and `dom` libraries exclude each other. */
export interface WorkerScope {
  readonly location: { readonly origin: string };
  readonly registration: {
    unregister(): Promise<boolean>;
    readonly navigationPreload?: { enable(): Promise<void> };
  };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Told[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: WorkerMessage) => void): void;
}

interface Told {
  postMessage(message: unknown, transfer: Transferable[]): void;
}

interface Extendable {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends Extendable {
  readonly request: Request;
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

interface WorkerMessage extends Extendable {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

export const workerScope = globalThis as unknown as WorkerScope;
