import type { mortalProcesses } from '../../apps/server/src/testing/mortal-process.ts';

type Work = Awaited<ReturnType<typeof mortalProcesses>>['work'];

/** Whether the worker died of the kill that it gives itself; one that never gets to the point ends well. */
export async function workUntil(work: Work, words: string[]): Promise<boolean> {
  const { signal, code, complaint } = await work(words);
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the worker ended with ${code ?? signal}: ${complaint}`);
  return signal === 'SIGKILL';
}
