// The life of a real server process on its own data: started, refused twice, killed, taken over, stopped in order.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findInstallLocation } from './platform/db/embedded/install-location.ts';
import { isAlive } from './platform/db/embedded/is-alive.ts';
import { type RunningServer, runCommand, runServer, startServer } from './testing/running-server.ts';

let folder: string;
let environment: Record<string, string>;
let server: RunningServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lode-main-'));
  // Other users must be able to enter: as root PostgreSQL runs as one.
  await chmod(folder, 0o755);
  environment = { DATA_DIR: join(folder, 'data'), DEMO: 'empty' };
  server = await startServer({ ...environment, CLOCK_OFFSET_HOURS: '48' });
});
afterAll(async () => {
  await server.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

const isReady = async () => (await fetch(`${server.address}/api/ready`).catch(() => null))?.ok ?? false;
async function postgresPid(): Promise<number> {
  const { folder: place } = await findInstallLocation(environment.DATA_DIR ?? '');
  const file = join(place, 'cluster', 'data', 'postmaster.pid');
  return Number((await readFile(file, 'utf8').catch(() => '0')).split('\n')[0]);
}

/** Number 0 would be this process and all of its family. */
function killForGood(pid: number): void {
  if (pid <= 0) throw new Error('there is no PostgreSQL to kill');
  process.kill(pid, 'SIGKILL');
}

describe('a running server', () => {
  it('answers, and tells its staff, its time and where its database lies', async () => {
    expect(await isReady()).toBe(true);
    const { folder: place } = await findInstallLocation(environment.DATA_DIR ?? '');
    expect(server.output()).toContain(`  database   ${place}\n`);
    expect(server.output()).toMatch(/staff +support, operations, finance, approver, admin, auditor, deputy/);
    expect(server.output()).toMatch(/clock .*shifted by 48 h/);
  });

  it('serves the console on a port of its own, to pages of this machine', async () => {
    const [, console = ''] = /console +(http:\/\/localhost:\d+)/.exec(server.output()) ?? [];
    const logIn = (address: string, origin: string) =>
      fetch(`${address}/staff/login/password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ name: 'finance', password: 'Lode@Console1' }),
      });
    const reply = await logIn(console.replace('localhost', '127.0.0.1'), console);
    expect(await reply.json()).toMatchObject({ code: 200, data: { stage: 'OPEN', hasNoFactor: true } });
    expect(reply.headers.get('set-cookie')).toMatch(/^lodeStaff=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict,/);
    expect((await logIn(console.replace('localhost', '127.0.0.1'), server.address)).status).toBe(400);
    expect((await logIn(server.address, server.address)).status).toBe(404);
    expect((await fetch(`${console.replace('localhost', '127.0.0.1')}/api/ready`)).status).toBe(404);
  });

  it('refuses a second one on the same data, and stays', async () => {
    const second = await runServer(environment);
    expect(second.code).toBe(1);
    expect(second.output).toMatch(/another server is running on .*DATA_DIR of its own/);
    expect(await isReady()).toBe(true);
  });

  it('lets a command work beside it', async () => {
    const check = await runCommand({ DATA_DIR: environment.DATA_DIR ?? '' }, 'books:check');
    expect(check).toEqual({ code: 0, output: 'the books balance\n' });
    expect(await isReady()).toBe(true);
  });

  it('gets its database back when that is killed', async () => {
    const before = await postgresPid();
    killForGood(before);
    // Connections of the killed one may answer for a moment longer.
    await expect.poll(() => server.output(), { timeout: 20_000 }).toContain('PostgreSQL went away');
    await expect.poll(postgresPid, { timeout: 20_000 }).not.toBe(before);
    await expect.poll(isReady, { timeout: 20_000 }).toBe(true);
  });
});

describe('after a kill -9 of the server', () => {
  it('the next start takes over the database that is still running, with its clock', async () => {
    const before = await postgresPid();
    await server.end('SIGKILL');
    expect(isAlive(before)).toBe(true);
    server = await startServer(environment);
    expect(await postgresPid()).toBe(before);
    expect(server.output()).toMatch(/shifted by 48 h/);
  });

  it('the next start mends a database that was killed as well', async () => {
    const before = await postgresPid();
    await server.end('SIGKILL');
    killForGood(before);
    server = await startServer(environment);
    expect(await isReady()).toBe(true);
    expect(await postgresPid()).not.toBe(before);
  });
});

describe('a stopped server', () => {
  it('ends in order and takes its database along', async () => {
    const pid = await postgresPid();
    const { code, output } = await server.end('SIGTERM');
    expect({ code, output }).toEqual({ code: 0, output: expect.not.stringContaining('could not stop') });
    // It has ended; on a busy machine it stays in the list of processes until its parent has reaped it.
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 30_000 });
  });

  it('leaves data that a command can work on alone, stopping what it started', async () => {
    expect((await runCommand({ DATA_DIR: environment.DATA_DIR ?? '' }, 'books:check')).code).toBe(0);
    expect(await postgresPid()).toBe(0);
  });

  it('refuses to become production on the data of a demo', async () => {
    const refused = await runServer({ ...environment, DEMO: '0' });
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(/made with DEMO=empty and cannot be used with DEMO=0/);
    expect(await postgresPid()).toBe(0);
  });

  it('refuses data whose pepper was lost, since no password would match', async () => {
    const refused = await runServer({ ...environment, PASSWORD_PEPPER: 'another pepper altogether' });
    expect(refused.output).toMatch(/another pepper/);
    expect(refused.code).toBe(1);
  });

  it('says what is wrong with a command line, with exit code 2', async () => {
    const unknown = await runCommand(environment, 'books:chekc');
    expect(unknown.code).toBe(2);
    expect(unknown.output).toContain('no such command');
    expect((await runCommand(environment, 'books:check', '--all')).code).toBe(2);
    server = await startServer(environment);
  });
});
