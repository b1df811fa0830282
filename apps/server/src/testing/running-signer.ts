import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Approver,
  openApproverKey,
  readChangeFile,
  type SignerClient,
  signerClient,
  signerLocation,
  signPolicyChange,
  writeSignedChangeFile,
} from '@lode/signing';
import { projectFolder } from '../platform/project-folder.ts';
import { bundled } from './bundled.ts';

export interface RunningSigner {
  dataDir: string;
  client: SignerClient;
  /** Its policy for a network written anew by a person at its machine. */
  readonly setRule: (
    network: 'bitcoin' | 'erc20',
    rule: { perPayment: string; perDay: string } | null,
  ) => Promise<void>;
  /** The same for the cold wallet that it may pay without approvals: two approvers sign it, one person sets its limit. */
  readonly setCold: (
    network: 'BITCOIN' | 'ERC20',
    cold: { descriptor: string; perDay: string } | null,
  ) => Promise<void>;
  /** Runs `work` while the signer does not respond. */
  readonly pause: (work: () => Promise<void>) => Promise<void>;
  /** A command of a person at the signer's own machine, which stands still meanwhile: what it printed. */
  readonly command: (...args: string[]) => Promise<string>;
  /** For controls: ends it, throws its memory of what it signed away but its name, and starts it once more. */
  readonly forget: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** The product's own signer as the demo starts it: a process of its own, known only by its socket. */
export async function startSigner(): Promise<RunningSigner> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lode-signer-'));
  const environment = { DEMO: '1', DATA_DIR: dataDir };
  const place = signerLocation(environment, dataDir);
  const program = await bundled('apps/signer/src/main.ts');
  const run = (...args: string[]): ChildProcess =>
    spawn(process.execPath, [program, ...args], {
      cwd: projectFolder,
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  let child = run();
  await ready(child);
  const end = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
  };
  const pause = async (work: () => Promise<void>): Promise<void> => {
    await end();
    await work();
    child = run();
    await ready(child);
  };
  /** An approver of the demo, with the software key that lies beside the signer. */
  const signChange = async (id: string, name: string): Promise<void> => {
    const [request, signature] = [join(dataDir, `${id}-${name}.request`), join(dataDir, `${id}-${name}.signature`)];
    await said(run('approver:request', '--change', id, '--by', name, '--out', request));
    const { change, by } = readChangeFile(await readFile(request, 'utf8'));
    const people = JSON.parse(await readFile(join(place.folder, 'demo-approvers.json'), 'utf8')) as Approver[];
    const person = people.find((one) => one.name === name);
    if (!person) throw new Error(`the demo has no approver ${name}`);
    const key = await openApproverKey(person, 'Lode@Console1');
    await writeFile(signature, writeSignedChangeFile({ id, signature: signPolicyChange(key, by, change) }));
    await said(run('approver:sign', '--in', signature));
  };
  const setPolicy = (network: 'bitcoin' | 'erc20', change: object): Promise<void> =>
    pause(async () => {
      const policy = JSON.parse(await said(run('show')));
      const file = join(dataDir, 'changed-policy.json');
      await writeFile(file, JSON.stringify({ ...policy, [network]: { ...policy[network], ...change } }));
      await said(run('policy:set', '--file', file));
    });
  return {
    dataDir,
    client: signerClient(place),
    pause,
    forget: () =>
      pause(async () => {
        const journal = join(place.folder, 'journal');
        const [name] = (await readFile(journal, 'utf8')).split('\n');
        await writeFile(journal, `${name}\n`);
      }),
    setRule: (network, rule) => setPolicy(network, { autoApproval: rule }),
    async setCold(network, cold) {
      const part = network === 'BITCOIN' ? 'bitcoin' : 'erc20';
      await pause(async () => {
        const policy = JSON.parse(await said(run('show')));
        const descriptor = cold?.descriptor ?? null;
        if ((policy[part].cold?.descriptor ?? null) === descriptor) return;
        const printed = await said(run('cold:change', '--network', network, '--descriptor', descriptor ?? 'none'));
        const [, id = ''] = /change ([0-9a-f]{16})/.exec(printed) ?? [];
        for (const name of ['finance', 'approver']) await signChange(id, name);
      });
      if (cold) await setPolicy(part, { cold });
    },
    async command(...args) {
      let printed = '';
      await pause(async () => {
        const person = run(...args);
        for (const stream of [person.stdout, person.stderr])
          stream?.on('data', (chunk: Buffer) => {
            printed += chunk.toString();
          });
        await new Promise((resolve) => person.once('exit', resolve));
      });
      return printed;
    },
    async stop() {
      await end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What a command printed; it must succeed. */
function said(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const [out, failed] = [[] as Buffer[], [] as Buffer[]];
    child.stdout?.on('data', (chunk) => out.push(chunk));
    child.stderr?.on('data', (chunk) => failed.push(chunk));
    child.once('close', (code) =>
      code === 0 ? resolve(Buffer.concat(out).toString()) : reject(new Error(Buffer.concat(failed).toString())),
    );
  });
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('signer is ready')) resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => reject(new Error(`the signer ended with ${code}: ${said}`)));
  });
}
