/**
 * A process of its own that pays approved withdrawals on a real bitcoind and a real anvil: what a kill run kills. It looks at
 * all of them again and again, and ends itself with a real SIGKILL when it reaches a named point.
 *
 *     echo '["NOW", "POINT"]' | paying-process.ts    DATABASE_URL: the application's login; BITCOIN_RPC_URL, EVM_RPC_URL,
 *                                                    EVM_USDT_CONTRACT, EVM_CHAIN_ID, DATA_DIR of the signer;
 *                                                    without EVM_RPC_URL Bitcoin alone
 */
import { json } from 'node:stream/consumers';
import { BitcoinChain } from '@lode/chain-bitcoin';
import { evmAdapter } from '@lode/chain-evm';
import { signerClient, signerLocation } from '@lode/signing';
import { lockPayingAccounts, payOwed } from '../features/electricity/pay-owed.ts';
import { leaveArrear } from '../features/machines/arrears.ts';
import { signAutoApproved } from '../features/payouts/sign/sign-auto-approved.ts';
import { settingsAt } from '../features/settings/settings.slice.ts';
import { withdrawalsForPayouts } from '../features/withdrawals/withdrawals-for-payouts.ts';
import { paymentSigner } from '../platform/chains/payment-signer.ts';
import { openDatabase, type Transaction } from '../platform/db/database.ts';
import { testProcessor } from './payout-deps.ts';

const [now, point] = (await json(process.stdin)) as [now: string, point: string];
const { DATABASE_URL = '', DATA_DIR = '' } = process.env;
const { BITCOIN_RPC_URL = '', EVM_RPC_URL = '', EVM_USDT_CONTRACT = '', EVM_CHAIN_ID = '' } = process.env;
const database = openDatabase(DATABASE_URL, { max: 4 });
const clock = { now: () => new Date(now) };
const signer = signerClient(signerLocation({ DEMO: '1', DATA_DIR }, DATA_DIR));
const { bitcoin, erc20 } = await signer.info();
if (!bitcoin || !erc20) throw new Error('the signer lacks a chain');
const bitcoinChain = new BitcoinChain({
  url: BITCOIN_RPC_URL,
  chain: 'regtest',
  accountKey: bitcoin.extendedPublicKey,
  masterFingerprint: bitcoin.fingerprint,
  timeoutMs: 60_000,
});
const evmChain =
  EVM_RPC_URL === ''
    ? { closed: 'this run has no such chain' }
    : evmAdapter({
        rpcUrl: EVM_RPC_URL,
        chainId: Number(EVM_CHAIN_ID),
        usdtContract: EVM_USDT_CONTRACT,
        extendedPublicKey: erc20.extendedPublicKey,
        timeoutMs: 60_000,
      });
/** Only the ports that a payout calls: composing the whole product would take seconds at every start. */
const withdrawals = withdrawalsForPayouts({
  announce: async () => undefined,
  lockPayingAccounts,
  payOwed: async (dbTx: Transaction, customerIds: readonly bigint[], at: Date) => {
    await payOwed(dbTx, { leaveArrear }, customerIds, at);
  },
  settingsAt,
});
const { tick } = testProcessor(
  { database, clock, slices: { withdrawals: { forPayouts: withdrawals } } },
  {
    openChain: async (network) => (network === 'BITCOIN' ? bitcoinChain : evmChain),
    sign: signAutoApproved({ database, clock, withdrawals }, paymentSigner(signer)),
    batchLimit: async () => 100,
    alert: (line) => process.stderr.write(`${line}\n`),
    failpoint(name) {
      if (name === point) process.kill(process.pid, 'SIGKILL');
    },
  },
);
// One phase a round: screened, signed, broadcast, confirmed.
for (let round = 0; round < 4; round++) await tick();
await database.end();
