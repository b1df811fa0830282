import { randomBytes } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createApproverKey } from '@lode/signing';
import { SetupError, type SignerConfig } from './config.ts';
import { defaultPolicy } from './default-policy.ts';
import { writeDurably } from './durable-file.ts';
import { createKeyFile, openKeyFile, type Secrets } from './key-file.ts';
import { type Policy, readPolicy, writePolicy } from './policy.ts';
import { versionOf } from './policy-history.ts';

/** Low scrypt cost: the demo protects no real funds. */
const demoCost = 2 ** 12;

/** At what cost a key file is sealed anew; undefined: the usual one. */
export const sealCostOf = ({ isDemo }: SignerConfig): number | undefined => (isDemo ? demoCost : undefined);

/** Opens what is there; in demo mode makes what is missing. Throws `SetupError` with what to do. */
export async function openSigner(config: SignerConfig): Promise<{ secrets: Secrets; policy: Policy }> {
  await mkdir(config.folder, { recursive: true, mode: 0o750 });
  if (config.isDemo) await makeDemo(config);
  const secrets = await openSecrets(config);
  if (!(await exists(config.policyFile)))
    throw new SetupError(`${config.policyFile} does not exist: create it with the signer's command init`);
  const policy = await readPolicy(config.policyFile, secrets.policyKey);
  return {
    secrets,
    policy: config.isDemo ? await followDemo(config, secrets, policy) : assertSettingsMatch(config, policy),
  };
}

export async function openSecrets(config: SignerConfig): Promise<Secrets> {
  const secrets = await openKeyFile(config.keysFile, await passphraseOf(config), config.token);
  if (!secrets) throw new SetupError(`${config.keysFile} does not exist: create it with the signer's command init`);
  return secrets;
}

/** A command in the wrong folder fails instead of creating a signer there. */
export async function assertInitialised({ keysFile, folder }: SignerConfig): Promise<void> {
  if (!(await exists(keysFile)))
    throw new SetupError(
      `there is no signer in ${folder}: set DATA_DIR, SIGNER_DIR or SIGNER_KEYS, or create one with init`,
    );
}

/** Creates keys and the default policy. Overwrites nothing. */
export async function initSigner(config: SignerConfig): Promise<void> {
  const secrets = await writeKeys(config);
  await writePolicy(config.policyFile, secrets.policyKey, defaultPolicy(config));
}

/** Creates the key file of seeds that were backed up, all generations. A policy that is there, restored as well, stays. */
export async function restoreSigner(config: SignerConfig, seeds: readonly Buffer[]): Promise<void> {
  const secrets = await writeKeys(config, seeds);
  if (await exists(config.policyFile)) await readPolicy(config.policyFile, secrets.policyKey);
  else await writePolicy(config.policyFile, secrets.policyKey, defaultPolicy(config));
}

async function writeKeys(config: SignerConfig, seeds?: readonly Buffer[]): Promise<Secrets> {
  await mkdir(config.folder, { recursive: true, mode: 0o750 });
  const passphrase = await passphraseOf(config);
  if ([...passphrase].length < 12) throw new SetupError('SIGNER_PASSPHRASE needs 12 characters or more');
  await createKeyFile(config.keysFile, passphrase, seeds && { seeds });
  const secrets = await openKeyFile(config.keysFile, passphrase);
  if (!secrets) throw new SetupError(`${config.keysFile} vanished`);
  return secrets;
}

export async function passphraseOf({ passphrase, isDemo, folder }: SignerConfig): Promise<string> {
  if (passphrase !== null) return passphrase;
  if (!isDemo) throw new SetupError('SIGNER_PASSPHRASE is not set: the keys cannot be opened');
  const file = join(folder, 'demo-passphrase');
  await writeFile(file, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return readFile(file, 'utf8');
}

async function makeDemo(config: SignerConfig): Promise<void> {
  if (await exists(config.policyFile)) return;
  const passphrase = await passphraseOf(config);
  if (!(await exists(config.keysFile))) await createKeyFile(config.keysFile, passphrase, { N: demoCost });
  const secrets = await openKeyFile(config.keysFile, passphrase);
  if (!secrets) throw new SetupError(`${config.keysFile} vanished`);
  const demoApprovers = await Promise.all(
    config.demoApprovers.map(async (one) => ({
      ...one,
      ...(await createApproverKey(one.name, config.demoPassphrase, demoCost)),
    })),
  );
  // The demo's server reads the sealed keys from here; in production each approver creates a key at their own terminal.
  await writeDurably(join(config.folder, 'demo-approvers.json'), `${JSON.stringify(demoApprovers, null, 2)}\n`);
  const approvers = demoApprovers.map(({ name, role, publicKey }) => ({ name, role, publicKey }));
  await writePolicy(config.policyFile, secrets.policyKey, { ...defaultPolicy(config), approvers });
}

/** The demo adopts the chains of the configured nodes; limits and approvers stay. */
async function followDemo(config: SignerConfig, secrets: Secrets, policy: Policy): Promise<Policy> {
  const { bitcoin, erc20 } = defaultPolicy(config);
  if (bitcoin?.chain === 'main' || erc20?.chain === '1') throw new SetupError('the demo signs for test chains only');
  const followed: Policy = {
    ...policy,
    bitcoin: bitcoin && { ...bitcoin, ...policy.bitcoin, chain: bitcoin.chain },
    erc20: erc20 && { ...erc20, ...policy.erc20, chain: erc20.chain, usdtContract: erc20.usdtContract },
  };
  if (JSON.stringify(followed) === JSON.stringify(policy)) return policy;
  const next = { ...followed, version: versionOf(policy) + 1 };
  await writePolicy(config.policyFile, secrets.policyKey, next);
  return next;
}

/** In production the policy decides; a setting that differs from it is an error. */
function assertSettingsMatch({ bitcoinChain, evmChainId, usdtContract }: SignerConfig, policy: Policy): Policy {
  const pairs: [string, string | null, string | undefined][] = [
    ['BITCOIN_CHAIN', bitcoinChain, policy.bitcoin?.chain],
    ['EVM_CHAIN_ID', evmChainId, policy.erc20?.chain],
    ['EVM_USDT_CONTRACT', usdtContract?.toLowerCase() ?? null, policy.erc20?.usdtContract.toLowerCase()],
  ];
  for (const [name, setting, held] of pairs) {
    if (setting !== null && setting !== held)
      throw new SetupError(`${name} is ${setting}, and the signer's policy says ${held ?? 'nothing'}`);
  }
  return policy;
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
