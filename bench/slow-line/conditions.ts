import type { Page } from '@playwright/test';
import type { LineConditions } from './line.ts';

interface RequestTimes {
  url: string;
  sentAt: number;
  headAt?: number;
  endAt?: number;
  bytes?: number;
}

/** Emulates a line by Chromium's network conditions, for one page; the returned function lists its requests. */
export async function emulateConditions(page: Page, line: LineConditions): Promise<() => RequestTimes[]> {
  const devtools = await page.context().newCDPSession(page);
  const requests = new Map<string, RequestTimes>();
  const note = (id: string, times: Partial<RequestTimes>) => Object.assign(requests.get(id) ?? {}, times);
  devtools.on('Network.requestWillBeSent', ({ requestId, timestamp, request }) =>
    requests.set(requestId, { url: request.url, sentAt: timestamp }),
  );
  devtools.on('Network.responseReceived', ({ requestId, timestamp }) => note(requestId, { headAt: timestamp }));
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) =>
    note(requestId, { endAt: timestamp, bytes: encodedDataLength }),
  );
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.roundTripMs,
    downloadThroughput: line.bytesPerSecond,
    uploadThroughput: line.bytesPerSecond,
  });
  return () => [...requests.values()];
}

/** One line a request: seconds of sending, head and end, bytes with headers. */
export function printWaterfall(requests: readonly RequestTimes[]): void {
  const [first] = requests;
  const seconds = (at: number | undefined) =>
    (at === undefined ? '' : (at - (first?.sentAt ?? 0)).toFixed(2)).padStart(6);
  for (const { url, sentAt, headAt, endAt, bytes } of requests) {
    const { pathname, search } = new URL(url);
    const size = String(bytes ?? '').padStart(7);
    console.log(`${seconds(sentAt)} ${seconds(headAt)} ${seconds(endAt)} ${size} ${pathname}${search}`);
  }
}
