import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from './project.mjs';

/** Sends a signal; a process that has ended already is no error. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}

/** Ends that process when this one exits. The returned function does it at once. */
export function killOnExit(pid: number): () => void {
  const end = () => kill(pid, 'SIGTERM');
  process.once('exit', end);
  return () => {
    process.off('exit', end);
    end();
  };
}

/** Resolves when the process has ended, or after `longestMs`. */
export async function waitForExit(pid: number, longestMs: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < longestMs && isAlive(pid); waitedMs += 50) await pause(50);
}
