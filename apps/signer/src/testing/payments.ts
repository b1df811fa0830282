import type { ChainAdapter, OwnOutput, PaymentOrder, Unsigned } from '@lode/chain';
import { BitcoinChain } from '@lode/chain-bitcoin';
import { evmAdapter } from '@lode/chain-evm';
import { type TestPayment, unsignedPayment } from '@lode/chain-evm/testing';
import type { Approval, PaymentRequest, PaymentStatement, SignerAbout, SignerClient } from '@lode/signing';

/** Payments as the server makes them, without a node: what a chain adapter builds, around the keys of a running signer. */
export interface TestPayments {
  about: SignerAbout;
  bitcoin: BitcoinChain;
  /** For its addresses alone: no node is there. */
  evm: ChainAdapter;
  /** A statement of so many satoshi to a receiver of nobody's, and a PSBT from an output of ours that was never used. */
  bitcoinPayment(
    id: string,
    order?: Partial<PaymentOrder>,
  ): Promise<{ statement: PaymentStatement; unsigned: Unsigned }>;
  usdtPayment(id: string, changes?: Partial<TestPayment>): { statement: PaymentStatement; payload: string };
  /** Approved by both people, ready to be signed. */
  approved(made: { statement: PaymentStatement; payload?: string; unsigned?: Unsigned }): Promise<PaymentRequest>;
  output(amount: bigint): OwnOutput;
}

/** A signer in a process of its own, or in this one. */
interface SignerLike {
  client: Pick<SignerClient, 'about'>;
  approvals(statement: PaymentStatement): Promise<Approval[]>;
}

export const receiver = { BITCOIN: `0014${'c0'.repeat(20)}`, ERC20: 'c0'.repeat(20) };

export async function testPayments(signer: SignerLike): Promise<TestPayments> {
  const about = await signer.client.about();
  if (!about.bitcoin || !about.erc20) throw new Error('a signer without chains');
  const { chain, usdtContract, extendedPublicKey } = about.erc20;
  const evm = evmAdapter({ rpcUrl: 'http://127.0.0.1:1', chainId: Number(chain), usdtContract, extendedPublicKey });
  const bitcoin = new BitcoinChain({
    url: 'http://user:pass@127.0.0.1:1',
    chain: 'regtest',
    accountKey: about.bitcoin.extendedPublicKey,
    masterFingerprint: about.bitcoin.fingerprint,
  });
  let made = 0;
  const output = (amount: bigint): OwnOutput => {
    made += 1;
    return { txid: made.toString(16).padStart(64, '0'), index: 0, amount, owner: bitcoin.ownAddress('customer', made) };
  };

  return {
    about,
    bitcoin,
    evm,
    output,
    async bitcoinPayment(id, changes = {}) {
      const order: PaymentOrder = {
        to: receiver.BITCOIN,
        coin: 'BTC',
        amount: 100_000n,
        rate: { unit: 'SAT_PER_KVB', rate: 5_000n },
        source: { kind: 'OUTPUTS', outputs: [output(500_000n)], change: bitcoin.ownAddress('house', made) },
        ...changes,
      };
      const unsigned = await bitcoin.build(order);
      if ('refused' in unsigned) throw new Error(unsigned.refused);
      const statement = {
        paymentId: id,
        network: 'BITCOIN',
        chain: 'regtest',
        coin: 'BTC',
        destination: order.to,
        amount: `${order.amount}`,
        feeCap: '20000',
      } as const;
      return { statement, unsigned };
    },
    usdtPayment(id, changes = {}) {
      made += 1;
      const payment = {
        chainId: Number(chain),
        nonce: made,
        to: receiver.ERC20,
        amount: 5_000_000n,
        usdt: usdtContract,
        ...changes,
      };
      const statement = {
        paymentId: id,
        network: 'ERC20',
        chain,
        coin: 'USDT',
        destination: payment.to,
        amount: `${payment.amount}`,
        feeCap: `${10n ** 15n}`,
      } as const;
      return { statement, payload: unsignedPayment(payment) };
    },
    async approved({ statement, payload, unsigned }) {
      return {
        kind: 'PAYMENT',
        statement,
        proof: { kind: 'APPROVALS', approvals: await signer.approvals(statement) },
        payload: payload ?? unsigned?.payload ?? '',
      };
    },
  };
}
