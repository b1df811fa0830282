import { join, resolve } from 'node:path';
import { signerLocation } from '@lode/signing';

export interface SignerConfig {
  isDemo: boolean;
  folder: string;
  socketPath: string;
  secretFile: string;
  keysFile: string;
  policyFile: string;
  journalFile: string;
  /** Null: in demo mode a file beside the keys. */
  passphrase: string | null;
  /** The demo's chains, from the same settings that the server reads. Null: not set up. */
  bitcoinChain: string | null;
  evmChainId: string | null;
  usdtContract: string | null;
  /** The demo's staff that may approve, and the passphrase that everybody may know. */
  demoApprovers: { name: string; role: 'FINANCE' | 'APPROVER' }[];
  demoPassphrase: string;
  /** Ends when whoever started it is gone, however that ended. */
  endsWithInput: boolean;
}

/** What a person has to put right; its message says what. */
export class SetupError extends Error {
  override readonly name = 'SetUpError';
}

/** The demo's nodes, unless others are given. */
const demo = {
  bitcoinChain: 'regtest',
  evmChainId: '31337',
  usdtContract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
};

export function loadConfig(environment: Record<string, string | undefined>): SignerConfig {
  const given = (name: string): string | null => environment[name]?.trim() || null;
  const isProductionDefault = given('DATABASE_URL') !== null || given('NODE_ENV') === 'production';
  const isDemo = (given('DEMO') ?? (isProductionDefault ? '0' : '1')) !== '0';
  const { folder, socketPath, secretFile } = signerLocation(environment, resolve(given('DATA_DIR') ?? '.data'));
  return {
    isDemo,
    folder,
    socketPath,
    secretFile,
    keysFile: resolve(given('SIGNER_KEYS') ?? join(folder, 'keys.json')),
    policyFile: join(folder, 'policy'),
    journalFile: join(folder, 'journal'),
    passphrase: given('SIGNER_PASSPHRASE'),
    bitcoinChain: given('BITCOIN_CHAIN') ?? (isDemo ? demo.bitcoinChain : null),
    evmChainId: given('EVM_CHAIN_ID') ?? (isDemo ? demo.evmChainId : null),
    usdtContract: given('EVM_USDT_CONTRACT') ?? (isDemo ? demo.usdtContract : null),
    demoApprovers: demoApprovers(given('SIGNER_DEMO_APPROVERS')),
    demoPassphrase: given('SIGNER_DEMO_PASSPHRASE') ?? 'Lode@Console1',
    endsWithInput: given('SIGNER_ENDS_WITH_INPUT') === '1',
  };
}

/** `finance:FINANCE,approver:APPROVER` */
function demoApprovers(text: string | null): SignerConfig['demoApprovers'] {
  return (text ?? 'finance:FINANCE,approver:APPROVER').split(',').map((part) => {
    const [name = '', role] = part.trim().split(':');
    if (role !== 'FINANCE' && role !== 'APPROVER') throw new SetupError(`${part}: give NAME:FINANCE or NAME:APPROVER`);
    return { name, role };
  });
}
