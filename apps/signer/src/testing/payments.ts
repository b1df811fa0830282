import type { ChainAdapter, OwnOutput, PaymentOrder, Unsigned } from '@lode/chain';
import { BitcoinChain } from '@lode/chain-bitcoin';
import { evmAdapter } from '@lode/chain-evm';
import { type TestPayment, unsignedPayment } from '@lode/chain-evm/testing';
import type { Approval, ApprovalRequest, PaymentRequest, SignerClient, SignerInfo } from '@lode/signing';

/** Payments as the server builds them, without a node, for the keys of a running signer. */
export interface TestPayments {
  about: SignerInfo;
  bitcoin: BitcoinChain;
  /** Derives addresses; it has no node. */
  evm: ChainAdapter;
  /** An approval request and its PSBT, spending an unused output to a foreign receiver. */
  bitcoinPayment(
    id: string,
    order?: Partial<PaymentOrder>,
  ): Promise<{ approvalRequest: ApprovalRequest; unsigned: Unsigned }>;
  usdtPayment(id: string, changes?: Partial<TestPayment>): { approvalRequest: ApprovalRequest; payload: string };
  /** Approved by both people, ready to be signed. */
  approved(made: { approvalRequest: ApprovalRequest; payload?: string; unsigned?: Unsigned }): Promise<PaymentRequest>;
  output(amount: bigint): OwnOutput;
}

/** A signer in a process of its own, or in this one. */
interface SignerLike {
  client: Pick<SignerClient, 'info'>;
  approvals(approvalRequest: ApprovalRequest): Promise<Approval[]>;
}

export const receiver = { BITCOIN: `0014${'c0'.repeat(20)}`, ERC20: 'c0'.repeat(20) };

export async function testPayments(signer: SignerLike): Promise<TestPayments> {
  const about = await signer.client.info();
  if (!about.bitcoin || !about.erc20) throw new Error('expected a signer with both chains');
  const { chain, usdtContract, extendedPublicKey } = about.erc20;
  const named = about.id === undefined ? {} : { signer: about.id };
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
      const approvalRequest = {
        paymentId: id,
        ...named,
        network: 'BITCOIN',
        chain: 'regtest',
        coin: 'BTC',
        destination: order.to,
        amount: `${order.amount}`,
        feeCap: '20000',
      } as const;
      return { approvalRequest, unsigned };
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
      const approvalRequest = {
        paymentId: id,
        ...named,
        network: 'ERC20',
        chain,
        coin: 'USDT',
        destination: payment.to,
        amount: `${payment.amount}`,
        feeCap: `${10n ** 15n}`,
      } as const;
      return { approvalRequest, payload: unsignedPayment(payment) };
    },
    async approved({ approvalRequest, payload, unsigned }) {
      return {
        kind: 'PAYMENT',
        approvalRequest,
        authorization: { kind: 'APPROVALS', approvals: await signer.approvals(approvalRequest) },
        payload: payload ?? unsigned?.payload ?? '',
      };
    },
  };
}
