/**
 * A worker of cold storage as a process of its own, which ends itself with a real SIGKILL when it reaches a named point.
 *
 *     cold-process.ts NOW POINT    DATABASE_URL: the worker's login; BITCOIN_RPC_URL or EVM_RPC_URL with EVM_USDT_CONTRACT and
 *                                  EVM_CHAIN_ID, DATA_DIR of the signer
 */
import type { ChainAdapter } from '@lode/chain';
import { BitcoinChain } from '@lode/chain-bitcoin';
import { evmAdapter } from '@lode/chain-evm';
import { type SignerInfo, signerClient, signerLocation } from '@lode/signing';
import { coldStorageSlice } from '../features/cold-storage/cold-storage.slice.ts';
import { coldReservations } from '../features/payouts/outpoint-reservation.repository.ts';
import { settingsSlice } from '../features/settings/settings.slice.ts';
import { readUnsignedAmounts } from '../features/withdrawals/withdrawal.repository.ts';
import { coldTransferSigner } from '../platform/chains/cold-transfer-signer.ts';
import { openDatabase } from '../platform/db/database.ts';
import { needed } from './payout-deps.ts';

const [, , now = '', point = ''] = process.argv;
const { DATABASE_URL = '', DATA_DIR = '', BITCOIN_RPC_URL = '' } = process.env;
const { EVM_RPC_URL = '', EVM_USDT_CONTRACT = '', EVM_CHAIN_ID = '' } = process.env;
const database = openDatabase(DATABASE_URL, { max: 2 });
const signer = signerClient(signerLocation({ DEMO: '1', DATA_DIR }, DATA_DIR));
const chain = chainOf(await signer.info());
const none = async () => {
  throw new Error('a worker is no member of the staff');
};
const staff = { authorise: none, propose: none, recordAudit: none };
const log = (event: object) => void process.stderr.write(`${JSON.stringify(event)}\n`);
const [tick] = coldStorageSlice({
  database,
  ...staff,
  nodes: { open: async (network) => (network === chain.network ? chain : { closed: 'not here' }) },
  needed: () => needed,
  settingsAt: settingsSlice({ database, staffReads: database, ...staff }).settingsAt,
  readWaiting: readUnsignedAmounts,
  reservations: coldReservations,
  findDifference: async () => null,
  reportRefused: async () => undefined,
  signer: coldTransferSigner(signer),
  log: { info: log, warn: log, error: log },
  failpoint(name) {
    if (name === point) process.kill(process.pid, 'SIGKILL');
  },
}).watchers;
await tick?.(new Date(now));
await database.end();

function chainOf({ bitcoin, erc20 }: SignerInfo): ChainAdapter {
  if (BITCOIN_RPC_URL !== '' && bitcoin) {
    const { extendedPublicKey: accountKey, fingerprint: masterFingerprint } = bitcoin;
    return new BitcoinChain({
      url: BITCOIN_RPC_URL,
      chain: 'regtest',
      accountKey,
      masterFingerprint,
      timeoutMs: 60_000,
    });
  }
  if (!erc20) throw new Error('the signer lacks the chain');
  return evmAdapter({
    rpcUrl: EVM_RPC_URL,
    chainId: Number(EVM_CHAIN_ID),
    usdtContract: EVM_USDT_CONTRACT,
    extendedPublicKey: erc20.extendedPublicKey,
    timeoutMs: 60_000,
  });
}
