// Fake service workers, as far as the app uses them.
import { vi } from 'vitest';

export class FakeWorker extends EventTarget {
  state = 'installed';
  readonly said: unknown[] = [];
  readonly file: string;
  /** Delay until an idle worker has started. */
  startsAfterMs = 0;
  constructor(file: string) {
    super();
    this.file = file;
  }
  postMessage(message: unknown, [port]: MessagePort[] = []) {
    this.said.push(message);
    if (typeof message === 'object' && message !== null && 'holds' in message) {
      const answer = () => port?.postMessage(message.holds === this.file);
      if (this.startsAfterMs === 0) answer();
      else setTimeout(answer, this.startsAfterMs);
    }
  }
  become(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
  get tookOver() {
    return this.said.filter((message) => message === 'take-over').length;
  }
}

class FakeRegistration extends EventTarget {
  waiting: FakeWorker | null = null;
  installing: FakeWorker | null = null;
  update = vi.fn(async () => undefined);
  unregister = vi.fn(async () => true);
}

export class FakeContainer extends EventTarget {
  controller: object | null = {};
  readonly registration = new FakeRegistration();
  register = vi.fn<(address: string, options: object) => Promise<FakeRegistration>>(async () => this.registration);
  getRegistrations = async () => [this.registration];
  takeOver() {
    this.controller = {};
    this.dispatchEvent(new Event('controllerchange'));
  }
  /** A new release: installing, then waiting. */
  async bring(worker: FakeWorker) {
    Object.assign(this.registration, { installing: worker });
    this.registration.dispatchEvent(new Event('updatefound'));
    Object.assign(this.registration, { installing: null, waiting: worker });
    worker.become('installed');
  }
}

/** Waits for messages between page and worker, which fake timers do not advance. */
export async function deliverMessages() {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}
