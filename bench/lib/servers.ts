import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** Database connections of either server. */
export const connections = 16;

/** Starts a program that says when it is ready. */
export async function startServer(
  program: string,
  databaseUrl: string,
  port: number,
  ...more: string[]
): Promise<ChildProcess> {
  const child = fork(program, [databaseUrl, String(port), ...more], { execArgv: [] });
  const failure = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} ended with ${code} before it was ready`);
  });
  await Promise.race([once(child, 'message'), failure]);
  return child;
}
