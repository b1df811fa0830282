import { randomBytes } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createApproverKey } from '@lode/signing';
import { SetupError, type SignerConfig } from './config.ts';
import { defaultPolicy } from './default-policy.ts';
import { createKeyFile, openKeyFile, type Secrets } from './key-file.ts';
import { type Policy, readPolicy, writeDurably, writePolicy } from './policy.ts';

/** Cheap to open: what the demo's passphrases protect, everybody may have. */
const demoCost = 2 ** 12;

/** Opens what is there; in demo mode makes what is missing. Throws `SetUpError` with what to do. */
export async function openSigner(config: SignerConfig): Promise<{ secrets: Secrets; policy: Policy }> {
  await mkdir(config.folder, { recursive: true, mode: 0o750 });
  if (config.isDemo) await makeDemo(config);
  const secrets = await openKeyFile(config.keysFile, await passphraseOf(config));
  if (!secrets) throw new SetupError(`${config.keysFile} is not there: make it with the signer's command init`);
  if (!(await isThere(config.policyFile)))
    throw new SetupError(`${config.policyFile} is not there: make it with the signer's command init`);
  const policy = await readPolicy(config.policyFile, secrets.policyKey);
  return { secrets, policy: config.isDemo ? await followDemo(config, secrets, policy) : agreed(config, policy) };
}

/** A command in the wrong folder says so, instead of making a signer there. */
export async function assertInitialised({ keysFile, folder }: SignerConfig): Promise<void> {
  if (!(await isThere(keysFile)))
    throw new SetupError(
      `there is no signer in ${folder}: DATA_DIR, SIGNER_DIR or SIGNER_KEYS say where it is; init makes one`,
    );
}

/** New keys and the usual policy. Never over what is there. */
export async function initSigner(config: SignerConfig): Promise<void> {
  await mkdir(config.folder, { recursive: true, mode: 0o750 });
  const passphrase = await passphraseOf(config);
  if ([...passphrase].length < 12) throw new SetupError('SIGNER_PASSPHRASE needs 12 characters or more');
  await createKeyFile(config.keysFile, passphrase);
  const secrets = await openKeyFile(config.keysFile, passphrase);
  if (secrets) await writePolicy(config.policyFile, secrets.policyKey, defaultPolicy(config));
}

async function passphraseOf({ passphrase, isDemo, folder }: SignerConfig): Promise<string> {
  if (passphrase !== null) return passphrase;
  if (!isDemo) throw new SetupError('SIGNER_PASSPHRASE is not given: the keys cannot be opened');
  const file = join(folder, 'demo-passphrase');
  await writeFile(file, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return readFile(file, 'utf8');
}

async function makeDemo(config: SignerConfig): Promise<void> {
  if (await isThere(config.policyFile)) return;
  const passphrase = await passphraseOf(config);
  if (!(await isThere(config.keysFile))) await createKeyFile(config.keysFile, passphrase, demoCost);
  const secrets = await openKeyFile(config.keysFile, passphrase);
  if (!secrets) throw new SetupError(`${config.keysFile} vanished`);
  const people = await Promise.all(
    config.demoApprovers.map(async (one) => ({
      ...one,
      ...(await createApproverKey(one.name, config.demoPassphrase, demoCost)),
    })),
  );
  // The server of the demo takes the sealed halves from here; elsewhere they are made at the approver's own terminal.
  await writeDurably(join(config.folder, 'demo-approvers.json'), `${JSON.stringify(people, null, 2)}\n`);
  const approvers = people.map(({ name, role, publicKey }) => ({ name, role, publicKey }));
  await writePolicy(config.policyFile, secrets.policyKey, { ...defaultPolicy(config), approvers });
}

/** The demo follows the nodes that it is given; limits and approvers stay as they are. */
async function followDemo(config: SignerConfig, secrets: Secrets, policy: Policy): Promise<Policy> {
  const { bitcoin, erc20 } = defaultPolicy(config);
  if (bitcoin?.chain === 'main' || erc20?.chain === '1') throw new SetupError('the demo signs for test chains only');
  const followed: Policy = {
    ...policy,
    bitcoin: bitcoin && { ...bitcoin, ...policy.bitcoin, chain: bitcoin.chain },
    erc20: erc20 && { ...erc20, ...policy.erc20, chain: erc20.chain, usdtContract: erc20.usdtContract },
  };
  if (JSON.stringify(followed) !== JSON.stringify(policy))
    await writePolicy(config.policyFile, secrets.policyKey, followed);
  return followed;
}

/** In production the policy decides; settings that say something else are a mistake in one of both. */
function agreed({ bitcoinChain, evmChainId, usdtContract }: SignerConfig, policy: Policy): Policy {
  const pairs: [string, string | null, string | undefined][] = [
    ['BITCOIN_CHAIN', bitcoinChain, policy.bitcoin?.chain],
    ['EVM_CHAIN_ID', evmChainId, policy.erc20?.chain],
    ['EVM_USDT_CONTRACT', usdtContract?.toLowerCase() ?? null, policy.erc20?.usdtContract.toLowerCase()],
  ];
  for (const [name, given, held] of pairs) {
    if (given !== null && given !== held)
      throw new SetupError(`${name} is ${given}, and the signer's policy says ${held ?? 'nothing'}`);
  }
  return policy;
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
