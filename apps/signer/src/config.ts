import { join, resolve } from 'node:path';
import { type JournalPosition, readPosition, SecretRefused, secretSetting, signerLocation } from '@lode/signing';

export interface SignerConfig {
  isDemo: boolean;
  folder: string;
  socketPath: string;
  secretFile: string;
  keysFile: string;
  policyFile: string;
  journalFile: string;
  invitesFile: string;
  /** Null: no page. */
  pagePort: number | null;
  /** Under which approvers open the page; their passkeys are bound to its host. */
  pageOrigin: string;
  /** Null: in demo mode a file beside the keys. */
  passphrase: string | null;
  /** Seals the key file too. Null: the passphrase alone. */
  token: TokenSettings | null;
  /** The signer does not start with a journal that lacks this line. */
  journalAtLeast: JournalPosition | null;
  /** Chains, from the settings that the server reads too. Null: not configured. */
  bitcoinChain: string | null;
  evmChainId: string | null;
  usdtContract: string | null;
  /** The demo's approvers and their public passphrase. */
  demoApprovers: { name: string; role: 'FINANCE' | 'APPROVER' }[];
  demoPassphrase: string;
  /** Ends when its parent process is gone. */
  endsWithInput: boolean;
}

/** A PKCS#11 token with an RSA key pair whose private half never leaves it. */
export interface TokenSettings {
  /** The vendor's library. */
  module: string;
  /** Label of the token. */
  token: string;
  /** Id of the key pair, in hex. */
  keyId: string;
  pin: string;
}

/** An operator has to fix the setup; the message names the value and the fix. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}

/** The demo's own nodes. */
const demo = {
  bitcoinChain: 'regtest',
  evmChainId: '31337',
  usdtContract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
};

export function loadConfig(environment: Record<string, string | undefined>): SignerConfig {
  const setting = (name: string): string | null => environment[name]?.trim() || null;
  const isProductionDefault =
    setting('DATABASE_URL') !== null || setting('DATABASE_URL_FILE') !== null || setting('NODE_ENV') === 'production';
  const isDemo = (setting('DEMO') ?? (isProductionDefault ? '0' : '1')) !== '0';
  const { folder, socketPath, secretFile } = signerLocation(environment, resolve(setting('DATA_DIR') ?? '.data'));
  const pagePort = portOf(setting('SIGNER_PAGE_PORT'));
  return {
    isDemo,
    folder,
    socketPath,
    secretFile,
    keysFile: resolve(setting('SIGNER_KEYS') ?? join(folder, 'keys.json')),
    policyFile: join(folder, 'policy'),
    journalFile: join(folder, 'journal'),
    invitesFile: join(folder, 'invites'),
    pagePort,
    pageOrigin: pageOrigin(setting('SIGNER_PAGE_ORIGIN') ?? `http://localhost:${pagePort ?? 8082}`, isDemo),
    passphrase: secretOf(environment, 'SIGNER_PASSPHRASE'),
    token: tokenOf(environment, setting),
    journalAtLeast: journalPosition(setting('SIGNER_JOURNAL_AT_LEAST')),
    bitcoinChain: setting('BITCOIN_CHAIN') ?? (isDemo ? demo.bitcoinChain : null),
    evmChainId: setting('EVM_CHAIN_ID') ?? (isDemo ? demo.evmChainId : null),
    usdtContract: setting('EVM_USDT_CONTRACT') ?? (isDemo ? demo.usdtContract : null),
    demoApprovers: demoApprovers(setting('SIGNER_DEMO_APPROVERS')),
    demoPassphrase: setting('SIGNER_DEMO_PASSPHRASE') ?? 'Lode@Console1',
    endsWithInput: setting('SIGNER_ENDS_WITH_INPUT') === '1',
  };
}

function journalPosition(text: string | null): JournalPosition | null {
  if (text === null) return null;
  const position = readPosition(text);
  if (position === null) {
    throw new SetupError('SIGNER_JOURNAL_AT_LEAST: give LINE:HEAD as npm run ops -- signer:journal prints it');
  }
  return position;
}

function secretOf(environment: Record<string, string | undefined>, name: string): string | null {
  try {
    return secretSetting(environment, name);
  } catch (error) {
    if (error instanceof SecretRefused) throw new SetupError(error.message);
    throw error;
  }
}

function tokenOf(
  environment: Record<string, string | undefined>,
  setting: (name: string) => string | null,
): TokenSettings | null {
  const module = setting('SIGNER_PKCS11_MODULE');
  if (module === null) return null;
  const [token, pin] = [setting('SIGNER_PKCS11_TOKEN'), secretOf(environment, 'SIGNER_PKCS11_PIN')];
  const keyId = setting('SIGNER_PKCS11_KEY') ?? '01';
  if (token === null || pin === null) throw new SetupError('give SIGNER_PKCS11_TOKEN and SIGNER_PKCS11_PIN as well');
  if (!/^([0-9a-f]{2}){1,32}$/i.test(keyId))
    throw new SetupError(`SIGNER_PKCS11_KEY=${keyId}: give the key's id in hex`);
  return { module, token, keyId, pin };
}

/** `finance:FINANCE,approver:APPROVER` */
function demoApprovers(text: string | null): SignerConfig['demoApprovers'] {
  return (text ?? 'finance:FINANCE,approver:APPROVER,deputy:APPROVER').split(',').map((part) => {
    const [name = '', role] = part.trim().split(':');
    if (role !== 'FINANCE' && role !== 'APPROVER') throw new SetupError(`${part}: give NAME:FINANCE or NAME:APPROVER`);
    return { name, role };
  });
}

function portOf(text: string | null): number | null {
  if (text === null) return null;
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new SetupError(`SIGNER_PAGE_PORT=${text}: give a port from 1 to 65535`);
  return port;
}

/** A browser gives passkeys to https, and to localhost. */
function pageOrigin(text: string, isDemo: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === 'localhost');
  const isName = url !== null && !/^[0-9.]+$|^\[/.test(url.hostname);
  const isLocal = url?.hostname === 'localhost';
  if (url?.origin === text && isSecure && isName && (isLocal || !isDemo)) return text;
  throw new SetupError(`SIGNER_PAGE_ORIGIN=${text}: give it as https://host, or http://localhost:port`);
}
