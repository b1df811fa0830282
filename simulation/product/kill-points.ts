import type { mortalProcesses } from '../../apps/server/src/testing/mortal-process.ts';

type Work = Awaited<ReturnType<typeof mortalProcesses>>['work'];

/** Named points of paying, in the order in which a payment reaches them; the last ones need blocks. */
export const killPoints = [
  'screen:before-commit',
  'screen:begun',
  'screen:answered',
  'screen:decided',
  'sign:before-built',
  'sign:built',
  'sign:answered',
  'sign:before-commit',
  'sign:committed',
  'broadcast:before',
  'broadcast:sent',
  'broadcast:noted',
  'confirm:final',
  'confirm:before-commit',
  'confirm:posted',
];

/** Whether the worker died of the kill that it gives itself; one that never gets to the point ends well. */
export async function workUntil(work: Work, words: string[]): Promise<boolean> {
  const { signal, code, complaint } = await work(words);
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the worker ended with ${code ?? signal}: ${complaint}`);
  return signal === 'SIGKILL';
}
