/** The product as it is deployed: built programs in production mode, one login of the database for each part, secrets in files. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signerClient, signerLocation } from '@lode/signing';
import { projectFolder } from '../../apps/server/src/platform/project-folder.ts';
import { withClient } from './client.ts';
import type { Cluster } from './cluster.ts';
import { outcomeOf, runToEnd, type Started, start, until } from './processes.ts';

const startProgram = ['scripts/run.mjs', 'dist/scripts/start.js'];

export interface ProductSetUp {
  ownerUrl: string;
  superuserUrl: string;
  pepper: Buffer;
  startServers(): Promise<void>;
  startWorkers(): Promise<void>;
  startSigner(): Promise<void>;
  /** How many keys of chains the signer names when it is asked. */
  signerChains(): Promise<number>;
  /** The differences that `npm run books:check` names. */
  checkBooks(): Promise<string[]>;
  /** Processes that have ended by themselves. */
  ended(): string[];
  stop(): Promise<void>;
}

const logins = { lode_server_public: 'lode_public', lode_server_worker: 'lode_worker' } as const;

export async function setUpProduct(
  folder: string,
  cluster: Cluster,
  counts: { workers: number },
): Promise<ProductSetUp> {
  const secret = () => randomBytes(18).toString('base64url');
  const passwords = { lode_owner: secret(), lode_server_public: secret(), lode_server_worker: secret() };
  const address = `127.0.0.1:${cluster.databasePort}`;
  const urlOf = (role: keyof typeof passwords) => `postgres://${role}:${passwords[role]}@${address}/lode`;
  const superuserUrl = `postgres://postgres:${cluster.superuserPassword}@${address}/postgres`;
  const pepper = secret();
  const secretFile = async (name: string, text: string) => {
    const file = join(folder, name);
    await writeFile(file, `${text}\n`, { mode: 0o600 });
    return file;
  };
  const files = {
    owner: await secretFile('owner', urlOf('lode_owner')),
    public: await secretFile('public', urlOf('lode_server_public')),
    worker: await secretFile('worker', urlOf('lode_server_worker')),
    pepper: await secretFile('pepper', pepper),
    passphrase: await secretFile('passphrase', secret()),
  };
  const signerFolder = join(folder, 'signer');
  await mkdir(signerFolder, { mode: 0o700 });
  const node = { command: process.execPath, cwd: projectFolder };
  const production = { NODE_ENV: 'production', HOME: folder };
  const serverEnv = {
    ...production,
    PASSWORD_PEPPER_FILE: files.pepper,
    DATA_DIR: join(folder, 'data'),
    SIGNER_DIR: signerFolder,
    LOG_LEVEL: 'info',
  };
  const signer = {
    ...node,
    env: {
      ...production,
      SIGNER_DIR: signerFolder,
      SIGNER_PASSPHRASE_FILE: files.passphrase,
      BITCOIN_CHAIN: 'main',
      EVM_CHAIN_ID: '1',
      EVM_USDT_CONTRACT: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    },
  };

  await asSuperuser(superuserUrl, [
    `create role lode_owner login createrole password '${passwords.lode_owner}'`,
    'create database lode owner lode_owner',
  ]);
  const migration = { ...production, DATABASE_OWNER_URL_FILE: files.owner };
  await runToEnd({ ...node, name: 'migrate', args: ['scripts/run.mjs', 'dist/server/migrate.js'], env: migration });
  const created = Object.entries(logins).map(
    ([login, group]) =>
      `create role ${login} login password '${passwords[login as keyof typeof logins]}' in role ${group}`,
  );
  await asSuperuser(superuserUrl, created);
  await runToEnd({ ...signer, name: 'signer', args: ['scripts/run.mjs', 'dist/signer/main.js', 'init'] });

  const running: Started[] = [];
  const run = (name: string, args: string[], env: Record<string, string>) =>
    running.push(start({ ...node, name, args, env, logFile: join(folder, `${name}.log`) }));

  return {
    ownerUrl: urlOf('lode_owner'),
    superuserUrl: superuserUrl.replace(/postgres$/, 'lode'),
    pepper: Buffer.from(pepper),
    async startServers() {
      for (const [i, port] of cluster.serverPorts.entries()) {
        run(`public${i + 1}`, startProgram, {
          ...serverEnv,
          ROLE: 'public',
          DATABASE_URL_FILE: files.public,
          PORT: String(port),
          TRUSTED_PROXIES: '127.0.0.1',
        });
      }
      await until('every server behind the proxy', 60, async () => {
        const answers = await Promise.all(
          cluster.serverPorts.map((port) => fetch(`http://127.0.0.1:${port}/api/ready`).then(({ ok }) => ok)),
        );
        return answers.every(Boolean) ? true : null;
      });
    },
    async startWorkers() {
      for (let i = 1; i <= counts.workers; i++) {
        const name = `worker${i}`;
        run(name, startProgram, { ...serverEnv, ROLE: 'worker', DATABASE_URL_FILE: files.worker });
        await until(name, 60, async () =>
          (await readFile(join(folder, `${name}.log`), 'utf8')).includes('Lode is ready') ? true : null,
        );
      }
    },
    async startSigner() {
      run('signer', ['scripts/run.mjs', 'dist/signer/main.js', 'serve'], signer.env);
      await until('the signer', 30, async () => ((await signerChains()) > 0 ? true : null));
    },
    signerChains,
    async checkBooks() {
      const args = ['scripts/run.mjs', 'dist/server/cli.js', 'books:check'];
      const env = { ...serverEnv, DATABASE_URL_FILE: files.worker };
      const { code, output } = await outcomeOf({ ...node, name: 'books:check', args, env });
      const lines = output.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
      return code === 0 ? [] : lines;
    },
    ended: () => running.flatMap((one) => (one.ended() === null ? [] : [`${one.name} ${one.ended()}`])),
    async stop() {
      await Promise.all(running.map((one) => one.end('SIGTERM')));
    },
  };

  async function signerChains(): Promise<number> {
    const { bitcoin, erc20 } = await signerClient(signerLocation({ SIGNER_DIR: signerFolder }, folder)).info();
    return [bitcoin, erc20].filter(Boolean).length;
  }
}

const asSuperuser = (url: string, statements: readonly string[]): Promise<void> =>
  withClient(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
