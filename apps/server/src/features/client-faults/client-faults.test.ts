// Proves that a failure in a customer's browser is logged, redacted again, and that reports cannot fill the log.
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { clientFaultsSlice } from './client-faults.slice.ts';

const report = { kind: 'PROMISE', message: 'x', place: '/js/index-abc.js:1:20', page: '/index' } as const;

function start() {
  const lines: Record<string, unknown>[] = [];
  const { reportFault } = clientFaultsSlice({
    log: { warn: (line: Record<string, unknown>) => void lines.push(line) },
  }).handlers;
  const send = (message: string, at = 0) =>
    reportFault({ now: new Date(at), userAgent: 'Chromium' } as never, { ...report, message });
  return { lines, send };
}

it('logs what failed and where, without what a client should not have sent [call:POST /api/client/fault]', async () => {
  const { lines, send } = start();
  expect(await send('no account 13800000001')).toBeNull();
  const { kind, place, page } = report;
  const fault = 'no account [number]';
  expect(lines).toEqual([{ event: 'client.fault', kind, fault, place, page, browser: 'Chromium' }]);
});

it('logs sixty a minute and says how many it left out', async () => {
  const { lines, send } = start();
  for (let sent = 0; sent < 75; sent++) await send('x');
  expect(lines).toHaveLength(60);
  await send('x', 60_000);
  expect(lines.slice(60)).toMatchObject([{ event: 'client.faults_omitted', count: 15 }, { event: 'client.fault' }]);
});

it('takes reports from anybody, without a session [call:POST /api/client/fault]', async () => {
  const lines: string[] = [];
  const app = await startTestApp({ log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }) });
  try {
    expect(await app.call('reportFault', report)).toMatchObject({ code: 200 });
    expect(lines.map((line) => JSON.parse(line).event)).toContain('client.fault');
  } finally {
    await app.stop();
  }
});
