import { spawn } from 'node:child_process';
import { constants, createPublicKey, type KeyObject, publicEncrypt, randomBytes } from 'node:crypto';
import { SetupError, type TokenSettings } from '../config.ts';

/** A random secret that only the token opens. */
export interface Wrapped {
  keyId: string;
  hash: OaepHash;
  /** RSA-OAEP in base64. */
  secret: string;
}

/** SHA-1 where a token offers no other: OAEP does not rest on its collisions. */
const oaepHashes = ['sha256', 'sha1'] as const;
type OaepHash = (typeof oaepHashes)[number];
const toolHash = { sha256: 'SHA256', sha1: 'SHA-1' };
const secretBytes = 32;
const longestMs = 30_000;

/** Makes a secret and proves that the token opens it. Throws `SetupError`. */
export async function wrapNewSecret(settings: TokenSettings): Promise<{ secret: Buffer; wrapped: Wrapped }> {
  const key = await publicKeyOf(settings);
  const secret = randomBytes(secretBytes);
  let failure = new SetupError('the token opens nothing');
  for (const hash of oaepHashes) {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const cipher = publicEncrypt({ key, padding, oaepHash: hash }, secret).toString('base64');
    const wrapped = { keyId: settings.keyId, hash, secret: cipher };
    const opened = await unwrapSecret(settings, wrapped).catch((error: SetupError) => {
      // A second try with the same PIN could lock the token.
      if (error.message.includes('PIN')) throw error;
      failure = error;
      return null;
    });
    if (opened?.equals(secret)) return { secret, wrapped };
  }
  throw failure;
}

/** Throws `SetupError`. */
export async function unwrapSecret(settings: TokenSettings, { keyId, hash, secret }: Wrapped): Promise<Buffer> {
  if (!oaepHashes.includes(hash)) throw new SetupError('the key file names a hash that this signer does not know');
  const mechanism = ['--mechanism', 'RSA-PKCS-OAEP', '--hash-algorithm', toolHash[hash]];
  const login = ['--login', '--pin', 'env:LODE_PIN', '--decrypt', '--id', keyId];
  const opened = await callTool(settings, [...login, ...mechanism], Buffer.from(secret, 'base64'));
  if (opened.length !== secretBytes)
    throw new SetupError('the token opened something else than a secret of this signer');
  return opened;
}

async function publicKeyOf(settings: TokenSettings): Promise<KeyObject> {
  const der = await callTool(settings, ['--read-object', '--type', 'pubkey', '--id', settings.keyId]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    throw new SetupError(`key ${settings.keyId} of the token is no RSA key of 2048 bits or more`);
  return key;
}

/** The module of the token's maker needs variables of its own, and none of the signer's. */
const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('SIGNER_')));

/** Secrets pass through pipes and the environment, never through arguments or files. One try: a token locks after a few wrong PINs. */
function callTool({ module, token, pin }: TokenSettings, args: string[], input = Buffer.alloc(0)): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn('pkcs11-tool', ['--module', module, '--token-label', token, ...args], {
      env: { ...withoutSecrets(process.env), LODE_PIN: pin },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout: longestMs,
    });
    const output: Buffer[] = [];
    let complaint = '';
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-500);
    });
    child.once('error', ({ message }) => reject(new SetupError(`the token cannot be asked: ${message}`)));
    child.once('close', (code) => {
      if (code === 0) return resolve(Buffer.concat(output));
      const why = complaint.split('\n').find((line) => /error|CKR_|fail/i.test(line));
      reject(new SetupError(`the token refuses: ${why?.trim() ?? `pkcs11-tool ended with ${code}`}`));
    });
    child.stdin.on('error', () => undefined).end(input);
  });
}
