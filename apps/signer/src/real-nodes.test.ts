/**
 * Proves on real nodes, with the signer as its own process, that the approved payment arrives: Bitcoin and USDT, a fee bump of
 * each, a sweep with gas from the hot wallet, a consolidation.
 */
import type { ChainAdapter, OwnAddress, PaymentOrder, Unsigned } from '@lode/chain';
import { BitcoinChain } from '@lode/chain-bitcoin';
import { TestBitcoind } from '@lode/chain-bitcoin/testing';
import { evmAdapter, sweepOrder } from '@lode/chain-evm';
import { startAnvil, type TestAnvil } from '@lode/chain-evm/testing';
import type { InternalTransferRequest, PaymentRequest, SignResponse } from '@lode/signing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSigner, type TestSigner } from './testing/start-signer.ts';

let signer: TestSigner;
let anvil: TestAnvil;
let bitcoind: TestBitcoind;
let evm: ChainAdapter;
let bitcoin: BitcoinChain;

beforeAll(async () => {
  [anvil, bitcoind] = await Promise.all([startAnvil(), TestBitcoind.start()]);
  signer = await startSigner({ EVM_USDT_CONTRACT: anvil.usdt });
  const about = await signer.client.info();
  if (!about.bitcoin || !about.erc20) throw new Error('a signer without chains');
  const { extendedPublicKey: accountKey, fingerprint: masterFingerprint } = about.bitcoin;
  bitcoin = new BitcoinChain({ url: bitcoind.url, chain: 'regtest', accountKey, masterFingerprint });
  const { extendedPublicKey, usdtContract } = about.erc20;
  evm = evmAdapter({ rpcUrl: anvil.url, chainId: anvil.chainId, usdtContract, extendedPublicKey });
  await bitcoind.fundPayer();
}, 120_000);
afterAll(async () => {
  bitcoin.close();
  await Promise.all([signer.close(), anvil.stop(), bitcoind.stop()]);
});

function built(unsigned: Awaited<ReturnType<ChainAdapter['build']>>): Unsigned {
  if ('refused' in unsigned) throw new Error(unsigned.refused);
  return unsigned;
}

async function approvedPayment(chain: ChainAdapter, paymentId: string, unsigned: Unsigned): Promise<PaymentRequest> {
  const approvalRequest: PaymentRequest['approvalRequest'] = {
    paymentId,
    signer: (await signer.client.info()).id as string,
    network: chain.network,
    chain: (await chain.identify()).chain,
    coin: unsigned.coin === 'BTC' ? 'BTC' : 'USDT',
    destination: unsigned.to,
    amount: `${unsigned.amount}`,
    feeCap: `${unsigned.fee.atomic * 10n}`,
  };
  const approvals = await signer.approvals(approvalRequest);
  return {
    kind: 'PAYMENT',
    approvalRequest,
    authorization: { kind: 'APPROVALS', approvals },
    payload: unsigned.payload,
  };
}

const signatureIn = (answer: SignResponse): string => {
  if ('refused' in answer) throw new Error(`${answer.refused}: ${answer.detail}`);
  return answer.signed;
};

async function send(chain: ChainAdapter, unsigned: Unsigned, answer: SignResponse): Promise<string> {
  const signed = chain.finish(unsigned, signatureIn(answer));
  expect(await chain.broadcast(signed)).toMatchObject({ accepted: true });
  return signed.txid;
}

/** Pays, replaces at a higher rate, mines: only the replacement is confirmed. */
async function payAndBump(
  chain: ChainAdapter,
  id: string,
  order: PaymentOrder,
  mine: () => Promise<void>,
): Promise<void> {
  const { height: sinceHeight } = await chain.tip();
  const first = built(await chain.build(order));
  const request = await approvedPayment(chain, id, first);
  const firstTxid = await send(chain, first, await signer.client.sign(request));
  const higher =
    order.rate.unit === 'WEI_PER_GAS'
      ? { ...order.rate, maxFee: order.rate.maxFee * 2n, maxPriorityFee: order.rate.maxPriorityFee * 2n }
      : { ...order.rate, rate: order.rate.rate * 4n };
  const second = built(await chain.bump(first, higher));
  const secondTxid = await send(chain, second, await signer.client.sign({ ...request, payload: second.payload }));
  await mine();
  const { outpoints, to, coin, amount } = second;
  const record = { outpoints, to, coin, amount, sinceHeight };
  expect(await chain.status({ ...record, txid: secondTxid })).toMatchObject({ state: 'CONFIRMED', isPaid: true });
  expect(await chain.status({ ...record, txid: firstTxid })).toMatchObject({ state: 'CONFLICTED' });
}

describe('Bitcoin', () => {
  const outputsOf = async (owners: OwnAddress[]) => {
    const watched = { hasKey: (key: string) => owners.some((owner) => owner.key === key), hasOutput: () => false };
    const { payments } = (await bitcoin.scan((await bitcoin.tip()).height, watched))!;
    return payments.map(({ txid, index, amount, key }) => ({
      txid,
      index,
      amount,
      owner: owners.find((one) => one.key === key)!,
    }));
  };

  it("pays out of customers' deposits, and bumps", async () => {
    const deposits = [bitcoin.ownAddress('customer', 1), bitcoin.ownAddress('customer', 2)];
    for (const { address } of deposits) await bitcoind.pay(address, '0.01');
    await bitcoind.mine(1);
    await payAndBump(
      bitcoin,
      'withdrawal:1',
      {
        to: `0014${'c0'.repeat(20)}`,
        coin: 'BTC',
        amount: 1_500_000n,
        rate: { unit: 'SAT_PER_KVB', rate: 5_000n },
        source: { kind: 'OUTPUTS', outputs: await outputsOf(deposits), change: bitcoin.ownAddress('house', 1) },
      },
      () => bitcoind.mine(1),
    );
  });

  it('consolidates outputs', async () => {
    const deposits = [bitcoin.ownAddress('customer', 3), bitcoin.ownAddress('customer', 4)];
    for (const { address } of deposits) await bitcoind.pay(address, '0.01');
    await bitcoind.mine(1);
    const [to, change] = [bitcoin.ownAddress('house', 2), bitcoin.ownAddress('house', 3)];
    // All but the fee, so that no change is worth its output.
    const unsigned = built(
      await bitcoin.build({
        to: to.key,
        coin: 'BTC',
        amount: 1_999_000n,
        rate: { unit: 'SAT_PER_KVB', rate: 4_500n },
        source: { kind: 'OUTPUTS', outputs: await outputsOf(deposits), change },
      }),
    );
    expect(unsigned.change).toBeNull();
    const request: InternalTransferRequest = {
      kind: 'CONSOLIDATE',
      id: 'consolidation:1',
      network: 'BITCOIN',
      payload: unsigned.payload,
      to: { branch: 'house', index: 2 },
    };
    await send(bitcoin, unsigned, await signer.client.sign(request));
    await bitcoind.mine(1);
    expect(await outputsOf([to])).toMatchObject([{ amount: 1_999_000n }]);
  });
});

describe('USDT', () => {
  it('is swept from a deposit address with gas from the hot wallet, paid out, and bumped', async () => {
    const [hot, deposit] = [evm.ownAddress('house', 0), evm.ownAddress('customer', 7)];
    await anvil.ether(hot.address, 10n ** 18n);
    await anvil.issue(deposit.address, 80_000_000n);
    await anvil.mine();
    const rate = await evm.feeRate();
    if (rate.unit !== 'WEI_PER_GAS') throw new Error('not a rate of this chain');

    const topUp = built(
      await evm.build(sweepOrder({ kind: 'TOP_UP', to: deposit, wei: 100_000n * rate.maxFee }, hot, 0, rate)),
    );
    const place = { branch: 'customer' as const, index: 7 };
    const own = { network: 'ERC20' as const };
    await send(
      evm,
      topUp,
      await signer.client.sign({ ...own, kind: 'TOP_UP', id: 'top-up:1', payload: topUp.payload, to: place }),
    );
    await anvil.mine();
    const sweep = built(
      await evm.build(sweepOrder({ kind: 'SWEEP', from: deposit, amount: 80_000_000n }, hot, 0, rate)),
    );
    await send(
      evm,
      sweep,
      await signer.client.sign({ ...own, kind: 'SWEEP', id: 'sweep:1', payload: sweep.payload, from: place }),
    );
    await anvil.mine();
    expect((await evm.holdings([hot])).find(({ coin }) => coin === 'USDT')?.atomic).toBe(80_000_000n);

    await payAndBump(
      evm,
      'withdrawal:2',
      {
        to: 'c0'.repeat(20),
        coin: 'USDT',
        amount: 30_000_000n,
        rate,
        source: { kind: 'ACCOUNT', from: hot, nonce: 1 },
      },
      () => anvil.mine(),
    );
    expect((await evm.holdings([hot])).find(({ coin }) => coin === 'USDT')?.atomic).toBe(50_000_000n);
  });
});
