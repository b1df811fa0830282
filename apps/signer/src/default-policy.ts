import { scriptKinds } from '@lode/chain-bitcoin';
import type { SignerConfig } from './config.ts';
import type { Policy } from './policy.ts';

const gwei = 10n ** 9n;
const ether = 10n ** 18n;
const text = (value: bigint): string => `${value}`;

/** A new signer's policy: the product's limit for one payment, twice a customer's daily limit, no auto-approval. */
export function defaultPolicy({ bitcoinChain, evmChainId, usdtContract, isDemo }: SignerConfig): Policy {
  const bitcoin = 10n ** 8n;
  const usdt = 10n ** 6n;
  // The demo's clock may pass a day in minutes, and all testers share one wallet.
  const days = isDemo ? 100n : 2n;
  return {
    bitcoin: bitcoinChain && {
      chain: bitcoinChain,
      perPayment: text(5n * bitcoin),
      perDay: text(10n * days * bitcoin),
      feePerTransaction: text(bitcoin / 100n),
      internalCostPerDay: text((days * bitcoin) / 100n),
      destinationKinds: [...scriptKinds],
      autoApproval: null,
    },
    erc20:
      evmChainId && usdtContract
        ? {
            chain: evmChainId,
            usdtContract,
            perPayment: text(100_000n * usdt),
            perDay: text(200_000n * days * usdt),
            feePerTransaction: text(150_000n * 300n * gwei),
            internalCostPerDay: text((days * ether) / 2n),
            destinationKinds: ['ADDRESS'],
            autoApproval: null,
          }
        : null,
    treasuryDestinations: isDemo ? null : [],
    approvers: [],
    approvalDays: 7,
  } as Policy;
}
