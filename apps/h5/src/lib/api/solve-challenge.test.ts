// Covers a call that the server first wants a proof of work for: it is solved beside the page, and the call repeated once.
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refused, startFakeServer } from '../../testing/fake-server.ts';
import { resetDevice } from '../../testing/render-app.tsx';
import { call } from './call.ts';
import { solutionOf } from './challenge-solution.ts';

const hmacSignatureSecret = 'secret';
const challengeOfServer = () =>
  createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 10, keyPrefix: '0', deriveKey, hmacSignatureSecret });

/** A worker that runs the product's code for it in this thread. */
class SolvingWorker extends EventTarget {
  static started: SolvingWorker[] = [];
  isEnded = false;
  constructor(_file: string, _options: { type: string }) {
    super();
    SolvingWorker.started.push(this);
  }
  postMessage(challenge: Challenge) {
    void solutionOf(challenge).then((data) => this.dispatchEvent(new MessageEvent('message', { data })));
  }
  terminate() {
    this.isEnded = true;
  }
}

const input = { account: '13812345620', scene: 'LOGIN' } as const;

beforeEach(() => {
  resetDevice({ isLoggedIn: false });
  SolvingWorker.started = [];
  vi.stubGlobal('Worker', SolvingWorker);
});
afterEach(() => vi.unstubAllGlobals());

it('solves the challenge and repeats the call with it', async () => {
  const challenge = await challengeOfServer();
  const server = startFakeServer({
    sendCode: ({ headers }) =>
      'altcha' in headers ? { expiresIn: 600, retryAfter: 60 } : refused('proofNeeded', { challenge }),
  });
  expect(await call('sendCode', input)).toEqual({ expiresIn: 600, retryAfter: 60 });
  const [first, second] = server.received;
  expect(second).toMatchObject({ call: 'sendCode', body: first?.body });
  const payload = JSON.parse(atob(second?.headers.altcha ?? ''));
  expect(payload.challenge).toEqual(challenge);
  expect(await verifySolution({ ...payload, deriveKey, hmacSignatureSecret })).toMatchObject({ verified: true });
  expect(SolvingWorker.started.map(({ isEnded }) => isEnded)).toEqual([true]);
});

it('repeats it once only: then the refusal is shown', async () => {
  const challenge = await challengeOfServer();
  const server = startFakeServer({ sendCode: () => refused('proofNeeded', { challenge }) });
  await expect(call('sendCode', input)).rejects.toMatchObject({ code: 20006, message: '请完成验证' });
  expect(server.received).toHaveLength(2);
});

it('shows the refusal where the browser has no worker', async () => {
  const challenge = await challengeOfServer();
  const server = startFakeServer({ sendCode: () => refused('proofNeeded', { challenge }) });
  vi.stubGlobal('Worker', undefined);
  await expect(call('sendCode', input)).rejects.toMatchObject({ code: 20006 });
  expect(server.received).toHaveLength(1);
});

it('ends the worker with the call', async () => {
  const challenge = await challengeOfServer();
  startFakeServer({ sendCode: () => refused('proofNeeded', { challenge }) });
  const stop = new AbortController();
  class StoppingWorker extends SolvingWorker {
    override postMessage() {
      stop.abort();
    }
  }
  vi.stubGlobal('Worker', StoppingWorker);
  await expect(call('sendCode', input, { signal: stop.signal })).rejects.toMatchObject({ kind: 'timeout' });
  expect(SolvingWorker.started.map(({ isEnded }) => isEnded)).toEqual([true]);
});
