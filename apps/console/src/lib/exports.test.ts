// Covers how long a file is waited for: longer than the server may be silent while it reads a list that a filter leaves almost nothing of.
import { longestExport } from '@lode/contract/console-paths';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startExport } from './exports.ts';

let file: ReadableStreamDefaultController<Uint8Array>;
let saved: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  vi.useFakeTimers();
  saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (file = controller) });
    signal?.addEventListener('abort', () => file.error(new DOMException('aborted', 'AbortError')));
    return new Response(body, { headers: { 'content-disposition': `attachment; filename*=UTF-8''a.csv` } });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const line = new TextEncoder().encode('line\r\n');
async function exportWith(pauses: readonly number[]): Promise<number> {
  const done = startExport('exportCustomers', { reason: 'x' }, 'list');
  await vi.advanceTimersByTimeAsync(0);
  for (const pause of pauses) {
    file.enqueue(line);
    await vi.advanceTimersByTimeAsync(pause);
  }
  try {
    file.close();
  } catch {
    // It was given up.
  }
  await done;
  return saved.mock.calls.length;
}

it('waits as long as the server may read without a record', async () => {
  expect(await exportWith([1000, longestExport])).toBe(1);
});

it('gives up when nothing comes for longer', async () => {
  expect(await exportWith([1000, longestExport + 120_000])).toBe(0);
});
