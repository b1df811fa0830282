/**
 * A process of its own that pays approved withdrawals on a real bitcoind and a real anvil: what a kill run kills. It looks at
 * all of them again and again, and ends itself with a real SIGKILL when it reaches a named point.
 *
 *     echo '["NOW", "POINT"]' | paying-process.ts    DATABASE_URL: the application's login; BITCOIN_RPC_URL, EVM_RPC_URL,
 *                                                    EVM_USDT_CONTRACT, EVM_CHAIN_ID, DATA_DIR of the signer
 */
import { json } from 'node:stream/consumers';
import { BitcoinChain } from '@lode/chain-bitcoin';
import { evmAdapter } from '@lode/chain-evm';
import { signerClient, signerLocation } from '@lode/signing';
import { lockPayingAccounts, payOwed } from '../features/electricity/pay-owed.ts';
import { leaveArrear } from '../features/machines/arrears.ts';
import { payout } from '../features/withdrawals/payout/payout.ts';
import { payerDeps } from '../features/withdrawals/testing/payer-deps.ts';
import { paymentSigner } from '../platform/chains/payment-signer.ts';
import { type DbTx, openDatabase } from '../platform/db/database.ts';

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
});
const evmChain = evmAdapter({
  rpcUrl: EVM_RPC_URL,
  chainId: Number(EVM_CHAIN_ID),
  usdtContract: EVM_USDT_CONTRACT,
  extendedPublicKey: erc20.extendedPublicKey,
});
/** The two functions alone: the whole product would be read from the disk at every start. */
const electricity = {
  lockPayingAccounts,
  payOwed: (dbTx: DbTx, customerIds: readonly bigint[], at: Date) => payOwed(dbTx, { leaveArrear }, customerIds, at),
};
const { tick } = payout(
  payerDeps(
    { database, slices: { electricity } },
    {
      openChain: async (network) => (network === 'BITCOIN' ? bitcoinChain : evmChain),
      sign: paymentSigner(signer),
      alarm: (words) => process.stderr.write(`${words}\n`),
      reach(name) {
        if (name === point) process.kill(process.pid, 'SIGKILL');
      },
    },
  ),
  clock,
);
// A step a look: screened, signed, sent, followed.
for (let look = 0; look < 4; look++) await tick(clock.now());
await database.end();
