import { unlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SetupError } from './config.ts';

/** A signer whose server was killed ends a moment later by itself. */
const longestEndMs = 3000;

/** Takes the place of a signer; throws while another living one has it. A socket that nobody answers on was left by one that was killed. */
export async function bindExclusively(server: Server, path: string): Promise<void> {
  const started = performance.now();
  for (;;) {
    try {
      return await bind(server, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
    if (!(await isAnswered(path))) await unlinkIfThere(path);
    else if (performance.now() - started > longestEndMs) throw new SetupError(`another signer is running on ${path}`);
    else await pause(100);
  }
}

async function unlinkIfThere(path: string): Promise<void> {
  await unlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

function bind(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (settle: () => void) => () => {
      server.off('error', failed).off('listening', listens);
      settle();
    };
    const listens = done(resolve);
    const failed = (error: Error) => done(() => reject(error))();
    server.once('error', failed).once('listening', listens).listen(path);
  });
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
