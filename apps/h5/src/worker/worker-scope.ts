/** The part of ServiceWorkerGlobalScope in use, because TypeScript's `webworker` and `dom` libraries exclude each other. */
export interface WorkerScope {
  readonly location: { readonly origin: string };
  readonly registration: {
    unregister(): Promise<boolean>;
    readonly navigationPreload?: { enable(): Promise<void> };
  };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: WorkerMessage) => void): void;
}

interface WindowClient {
  postMessage(message: unknown, transfer: Transferable[]): void;
}

interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

interface WorkerMessage extends ExtendableEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

export const workerScope = globalThis as unknown as WorkerScope;
