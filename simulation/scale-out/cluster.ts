/** One etcd, two nodes of Patroni with a PostgreSQL 15 each, and HAProxy in front of them. */
import { randomBytes } from 'node:crypto';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunAs } from '../../apps/server/src/platform/db/embedded/system-user.ts';
import { freePort } from '../../scripts/lib/demo-node.ts';
import { killAll, postgresProcesses, type Started, start, until } from './processes.ts';
import { etcdArguments, type FailoverSettings, type NodePorts, patroniFile, proxyFile } from './settings.ts';

const binaries = '/usr/lib/postgresql/15/bin';

export interface Cluster {
  /** The primary, whichever node it is. */
  databasePort: number;
  /** The product, whichever of its servers answers. */
  httpPort: number;
  serverPorts: readonly number[];
  superuserPassword: string;
  startProxy(): void;
  leader(): Promise<NodePorts>;
  /** The machine of the primary is lost: its agent and every process of its PostgreSQL at once. Its name, and when. */
  killPrimary(): Promise<{ name: string; at: number }>;
  /** The lost machine comes back; resolves when it is a synchronous standby. Seconds. */
  rejoin(name: string): Promise<number>;
  /** Of Patroni's dynamic settings. */
  change(settings: Record<string, unknown>): Promise<void>;
  timeline(): Promise<number>;
  stop(): Promise<void>;
}

interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

interface ClusterOptions {
  folder: string;
  /** etcd has a machine and a disk of its own in production; here a folder in memory stands for them. */
  etcdFolder: string;
  runAs: RunAs;
  servers: number;
  failover: FailoverSettings;
}

export async function startCluster({ folder, etcdFolder, runAs, servers, failover }: ClusterOptions): Promise<Cluster> {
  const ports = await Promise.all(Array.from({ length: 8 + servers }, () => freePort()));
  const [etcd = 0, peer = 0, databasePort = 0, httpPort = 0, ...rest] = ports;
  const nodes: NodePorts[] = ['node1', 'node2'].map((name, i) => ({
    name,
    postgres: rest[2 * i] ?? 0,
    rest: rest[2 * i + 1] ?? 0,
  }));
  const serverPorts = rest.slice(4);
  const secret = () => randomBytes(18).toString('base64url');
  const secrets = { superuser: secret(), replicator: secret(), rewind: secret() };
  const running = new Map<string, Started>();
  const folderOf = (name: string) => join(folder, name);
  const logOf = (name: string) => join(folder, `${name}.log`);

  for (const node of nodes) {
    const own = folderOf(node.name);
    await mkdir(own, { recursive: true, mode: 0o700 });
    const text = patroniFile({ node, folder: own, binaries, etcd, secrets, failover });
    await writeFile(join(own, 'patroni.yml'), text, { mode: 0o600 });
    if (runAs.uid !== undefined && runAs.gid !== undefined) {
      await chown(own, runAs.uid, runAs.gid);
      await chown(join(own, 'patroni.yml'), runAs.uid, runAs.gid);
    }
  }
  await writeFile(
    join(folder, 'haproxy.cfg'),
    proxyFile({ nodes, database: databasePort, servers: serverPorts, http: httpPort }),
  );

  const startNode = (name: string) =>
    running.set(
      name,
      start({
        name,
        command: '/usr/bin/patroni',
        args: [join(folderOf(name), 'patroni.yml')],
        cwd: folderOf(name),
        logFile: logOf(name),
        env: { HOME: folderOf(name), PGTZ: 'UTC' },
        runAs,
      }),
    );

  const ask = async (port: number, path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, signal: AbortSignal.timeout(2000) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response;
  };
  const members = async (): Promise<Member[]> => {
    for (const { name, rest: port } of nodes) {
      if (running.get(name)?.ended() !== null) continue;
      const answer = await ask(port, '/cluster').catch(() => null);
      if (answer) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const leader = () =>
    until('a primary', 60, async () => {
      for (const node of nodes) if (await ask(node.rest, '/primary').catch(() => null)) return node;
      return null;
    });
  /** Streaming counts, not the role alone: a key of a standby that is gone stays for some seconds. */
  const untilStandby = (role: string) =>
    until(`a ${role}`, 120, async () => {
      const found = await members();
      const isThere = found.some((one) => one.role === role && ['running', 'streaming'].includes(one.state));
      const isPrimary = found.some((one) => one.role === 'leader' && one.state === 'running');
      return isThere && isPrimary ? true : null;
    });

  running.set(
    'etcd',
    start({
      name: 'etcd',
      command: '/usr/bin/etcd',
      args: etcdArguments({ folder: etcdFolder, client: etcd, peer }),
      cwd: etcdFolder,
      logFile: logOf('etcd'),
      env: {},
      runAs,
    }),
  );
  await until('etcd', 30, () => ask(etcd, '/health'));
  const [first, second] = nodes as [NodePorts, NodePorts];
  startNode(first.name);
  await leader();
  startNode(second.name);
  await untilStandby(failover.isSynchronous ? 'sync_standby' : 'replica');

  return {
    databasePort,
    httpPort,
    serverPorts,
    superuserPassword: secrets.superuser,
    startProxy() {
      const args = ['-db', '-f', join(folder, 'haproxy.cfg')];
      const program = { command: '/usr/sbin/haproxy', args, cwd: folder, logFile: logOf('haproxy'), env: {} };
      running.set('haproxy', start({ name: 'haproxy', ...program, runAs }));
    },
    leader,
    async killPrimary() {
      const { name } = await leader();
      const agent = running.get(name)?.pid ?? 0;
      const pids = postgresProcesses(join(folderOf(name), 'data'));
      const at = performance.now();
      killAll([agent, ...pids]);
      // A connection that began between the list and the signal.
      killAll(postgresProcesses(join(folderOf(name), 'data')));
      return { name, at };
    },
    async rejoin(name) {
      const begun = performance.now();
      await running.get(name)?.end('SIGKILL');
      startNode(name);
      await untilStandby('sync_standby');
      return (performance.now() - begun) / 1000;
    },
    async change(settings) {
      const { rest: port } = await leader();
      await ask(port, '/config', { method: 'PATCH', body: JSON.stringify(settings) });
    },
    async timeline() {
      return (await members()).find((one) => one.role === 'leader')?.timeline ?? 0;
    },
    async stop() {
      await running.get('haproxy')?.end('SIGTERM');
      // Patroni stops its PostgreSQL with it.
      await Promise.all(nodes.map(async ({ name }) => running.get(name)?.end('SIGTERM')));
      for (const { name } of nodes) killAll(postgresProcesses(join(folderOf(name), 'data')));
      await running.get('etcd')?.end('SIGTERM');
    },
  };
}
