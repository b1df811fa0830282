import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The user a server process must run as; empty when it may run as the caller. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

const userName = 'postgres';

/** PostgreSQL refuses to run as root: then it runs as the system user `postgres`, made when there is none. */
export async function postgresSystemUser(): Promise<RunAs> {
  if (process.getuid?.() !== 0) return {};
  return (await findUser()) ?? (await makeUser());
}

async function findUser(): Promise<RunAs | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', userName]), run('id', ['-g', userName])]);
    return { uid: Number.parseInt(uid.stdout, 10), gid: Number.parseInt(gid.stdout, 10) };
  } catch {
    return null;
  }
}

async function makeUser(): Promise<RunAs> {
  try {
    await run('groupadd', ['--system', userName]).catch(() => undefined);
    await run('useradd', ['--system', '--gid', userName, '--no-create-home', '--shell', '/usr/sbin/nologin', userName]);
  } catch (cause) {
    // Another process may have made it in the meantime.
    const user = await findUser();
    if (user) return user;
    throw new Error('running as root needs a system user "postgres", and it could not be made: add it by hand', {
      cause,
    });
  }
  const user = await findUser();
  if (!user) throw new Error('the system user "postgres" was made but cannot be found');
  return user;
}
