import { unlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SetupError } from './config.ts';

/** A demo signer ends shortly after its killed parent. */
const maxShutdownMs = 3000;

/** Binds the socket; throws while another process serves it. A dead socket, left by a killed signer, is removed. */
export async function bindExclusively(server: Server, path: string): Promise<void> {
  const started = performance.now();
  for (;;) {
    try {
      return await bind(server, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
    if (!(await isServed(path))) await unlinkIfThere(path);
    else if (performance.now() - started > maxShutdownMs) throw new SetupError(`another signer is running on ${path}`);
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
    const done = (finish: () => void) => () => {
      server.off('error', failed).off('listening', listens);
      finish();
    };
    const listens = done(resolve);
    const failed = (error: Error) => done(() => reject(error))();
    server.once('error', failed).once('listening', listens).listen(path);
  });
}

function isServed(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
