import type { Challenge } from 'altcha-lib';
import { trustedWorkerUrl } from '../worker-address.ts';
import workerFile from './challenge-worker.ts?worker&url';

/** Solves the server's challenge beside the page; null when the browser cannot or the call was aborted. */
export function solveChallenge(challenge: Challenge, signal?: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const worker = new Worker(trustedWorkerUrl(workerFile), { type: 'module' });
    const end = (solution: string | null) => {
      worker.terminate();
      resolve(solution);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => end(data));
    worker.addEventListener('error', () => end(null));
    signal?.addEventListener('abort', () => end(null));
    worker.postMessage(challenge, []);
  });
}
