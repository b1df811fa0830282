// A throw-away cluster of Debian's PostgreSQL 15: the oldest version that the product promises to run on.
import { execFileSync, type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryFolder } from '../../apps/server/src/testing/memory-folder.ts';
import { freePort } from './demo-node.ts';

const programs = '/usr/lib/postgresql/15/bin';

interface SystemUser {
  uid: number;
  gid: number;
  home: string;
}

export async function startDebianPostgres(): Promise<{ url: string; stop(): void }> {
  // PostgreSQL refuses to run as root; and root's temporary folder may be closed to its user, whose home is not.
  const user = process.getuid?.() === 0 ? systemUser('postgres') : null;
  const memory = await memoryFolder();
  const parent = memory === tmpdir() && user ? user.home : memory;
  const folder = mkdtempSync(join(parent, 'lode-pg15-'));
  if (user) chownSync(folder, user.uid, user.gid);
  const output = join(folder, 'output');
  const out = openSync(output, 'a');
  const call = (program: string, ...args: string[]) => {
    // Not inherited: the server that pg_ctl leaves running would hold the caller's output open.
    const options: SpawnSyncOptions = {
      cwd: folder,
      stdio: ['ignore', out, out],
      ...(user && { uid: user.uid, gid: user.gid }),
    };
    const { status, error } = spawnSync(join(programs, program), args, options);
    if (error || status !== 0) throw new Error(`${program} failed: ${error ?? readFileSync(output, 'utf8')}`);
  };
  const data = join(folder, 'data');
  const port = await freePort();
  call('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8');
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];
  const options = `-p ${port} -k ${folder} ${settings.map((setting) => `-c ${setting}`).join(' ')}`;
  call('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start');
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      call('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function systemUser(name: string): SystemUser {
  const entry = execFileSync('getent', ['passwd', name], { encoding: 'utf8' });
  const [, , uid, gid, , home = ''] = entry.split(':');
  return { uid: Number(uid), gid: Number(gid), home };
}
