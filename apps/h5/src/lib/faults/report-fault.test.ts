// Proves that a promise that fails unseen reaches the server, once and redacted, and that failed calls do not.
import { expect, it, vi } from 'vitest';
import { startFakeServer } from '../../testing/fake-server.ts';
import { RequestError } from '../api/request-error.ts';
import { reportFault } from './report-fault.ts';
import { watchFaults } from './watch-faults.ts';

it('reports a failed promise and an error, each once, and what a call failed with never [call:POST /api/client/fault]', async () => {
  const server = startFakeServer({ reportFault: () => null });
  watchFaults();
  const reject = (reason: unknown) =>
    window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason, promise: null }));
  reject(new RequestError('network', 'no network'));
  reject(new TypeError('no account 13800000001'));
  reject(new TypeError('no account 13800000002'));
  window.dispatchEvent(new ErrorEvent('error', { error: new RangeError('far') }));
  window.dispatchEvent(new ErrorEvent('error', {}));
  await vi.waitFor(() => expect(server.of('reportFault')).toHaveLength(2));
  expect(server.of('reportFault').map(({ body }) => body)).toEqual([
    { kind: 'PROMISE', message: 'TypeError: no account [number]', place: '', page: '/' },
    { kind: 'ERROR', message: 'RangeError: far', place: '', page: '/' },
  ]);
});

it('reports five of a visit at most', async () => {
  const server = startFakeServer({ reportFault: () => null });
  for (const word of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) reportFault('PROMISE', word);
  await vi.waitFor(() => expect(server.of('reportFault')).toHaveLength(3));
});
