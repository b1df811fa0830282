import { type FileCall, type Input, methodAndPath } from '@lode/contract';
import { commonMessages as messages } from '../../locales/zh/common.ts';
import { rootStore } from '../session/root-store.ts';
import { callHeaders, dataOf, queryOf, reportFailure, requestTimeoutMs } from './call.ts';
import { RequestError } from './request-error.ts';

interface Progress {
  /** Aborted by the customer: no message. */
  signal: AbortSignal;
  /** The response has started, with so many records. */
  onBegin(records: number): void;
  onBytes(received: number): void;
}

export interface Downloaded {
  blob: Blob;
  records: number;
}

/**
 * Downloads a file with the session's token, which a link cannot carry. The timeout applies until the response starts;
 * failures are reported as by `call`.
 */
export async function download<Name extends FileCall>(
  name: Name,
  input: Input<Name>,
  progress: Progress,
): Promise<Downloaded> {
  const { token } = rootStore.getState();
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), requestTimeoutMs);
  const stop = () => limit.abort();
  progress.signal.addEventListener('abort', stop);
  try {
    const url = methodAndPath(name).path + queryOf(input);
    const response = await fetch(url, { headers: callHeaders(token), signal: limit.signal });
    clearTimeout(timer);
    const records = response.headers.get('file-records');
    if (records === null) return dataOf({ status: response.status, text: await response.text() });
    progress.onBegin(Number(records));
    return { blob: await bytesOf(response, progress), records: Number(records) };
  } catch (error) {
    const failure = failureOf(error, limit.signal.aborted);
    if (!progress.signal.aborted) reportFailure(failure, token);
    throw failure;
  } finally {
    clearTimeout(timer);
    progress.signal.removeEventListener('abort', stop);
  }
}

async function bytesOf(response: Response, { onBytes }: Progress): Promise<Blob> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    chunks.push(next.value);
    received += next.value.length;
    onBytes(received);
  }
  return new Blob(chunks, { type: response.headers.get('content-type') ?? '' });
}

function failureOf(error: unknown, isAborted: boolean): RequestError {
  if (error instanceof RequestError) return error;
  if (isAborted) return new RequestError('timeout', messages.timeout);
  // `fetch` reports every network failure as a TypeError, also during the body.
  if (error instanceof TypeError) return new RequestError('network', messages.networkError);
  return new RequestError('other', error instanceof Error ? error.message : String(error));
}

const revokeDelayMs = 60_000;

export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the URL only after a save dialog.
  setTimeout(() => URL.revokeObjectURL(url), revokeDelayMs);
}
