import { type FileCall, type Input, methodAndPath } from '@lode/contract';
import { commonWords as words } from '../../locales/zh/common.ts';
import { rootStore } from '../session/root-store.ts';
import { callHeaders, opened, queryOf, requestTimeoutMs, tell } from './call.ts';
import { RequestError } from './request-error.ts';

interface Progress {
  /** Ends it without a word: the customer did. */
  signal: AbortSignal;
  /** The file has begun; so many records will be in it. */
  onBegin(records: number): void;
  onBytes(received: number): void;
}

export interface Downloaded {
  blob: Blob;
  records: number;
}

/**
 * Fetches a file with the session's token, which no link could carry. The time limit of a call counts until the file
 * begins; how long it then takes is the line's affair. Failures are told and thrown as those of `call`.
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
    if (records === null) return opened({ status: response.status, text: await response.text() });
    progress.onBegin(Number(records));
    return { blob: await bytesOf(response, progress), records: Number(records) };
  } catch (error) {
    const failure = failureOf(error, limit.signal.aborted);
    if (!progress.signal.aborted) tell(failure, token);
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
  if (isAborted) return new RequestError('timeout', words.timeout);
  // `fetch` answers every failure on the way with a TypeError, also one in the middle of the file.
  if (error instanceof TypeError) return new RequestError('network', words.networkError);
  return new RequestError('other', error instanceof Error ? error.message : String(error));
}

const keptMs = 60_000;

/** Hands a file to the browser, to be kept under a name. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read it after the click, some of them only after asking where to.
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}
