import { ChainUnavailable, type Unsigned } from '@lode/chain';
import type { SignerClient } from '@lode/signing';
import type { PayoutsDeps } from '../features/payouts/payouts.slice.ts';
import { askPassword } from '../features/staff/ask-password.ts';
import type { OwnMovePort } from '../features/sweeps/sweeps.slice.ts';
import type { WithdrawalsDeps } from '../features/withdrawals/withdrawals.slice.ts';
import { isClosed } from '../platform/chains/chain-nodes.ts';
import { type ColdTransferSigner, coldTransferSigner } from '../platform/chains/cold-transfer-signer.ts';
import { internalTransferSigner } from '../platform/chains/internal-transfer-signer.ts';
import { payingNumber } from '../platform/chains/key-generations.ts';
import { paymentApprovals } from '../platform/chains/payment-approvals.ts';
import {
  batchLimitOf,
  type EndPayment,
  paymentEnder,
  paymentFinaliser,
  paymentSigner,
} from '../platform/chains/payment-signer.ts';
import type { Platform } from './slice-deps.ts';

interface Signing {
  signer: PayoutsDeps['signer'];
  approvals: WithdrawalsDeps['approvals'];
  endPayment: EndPayment | null;
  signMove: OwnMovePort | null;
  coldSigner: ColdTransferSigner | null;
  /** Shows payments to approvers. */
  page: SignerClient | null;
}

/** The hot wallet that an ERC20 payment was built from. */
const payerOf = (nodes: Platform['nodes']) => async (unsigned: Unsigned) => {
  const chain = await nodes.open('ERC20');
  if (isClosed(chain)) throw new ChainUnavailable('ERC20', 'refused', new Error(chain.closed));
  return payingNumber(chain, unsigned);
};

/** The signer of the configuration, or the one that a test gives: that one signs payments only. */
export function composeSigning({ sign, nodes, chainConfig, config, isDemo, signer }: Platform): Signing {
  if (sign !== undefined)
    return {
      signer: sign === null ? null : { sign, finalise: null },
      approvals: null,
      endPayment: null,
      signMove: null,
      coldSigner: null,
      page: null,
    };
  const passphrase = config.environment.SIGNER_DEMO_PASSPHRASE || 'Lode@Console1';
  return {
    signer: {
      sign: paymentSigner(signer, payerOf(nodes)),
      finalise: paymentFinaliser(signer),
      batchLimit: batchLimitOf(signer),
    },
    approvals: paymentApprovals({
      nodes,
      signer,
      ask: askPassword,
      demo: isDemo ? { signerFolder: chainConfig.signer.folder, passphrase } : null,
    }),
    endPayment: paymentEnder(signer),
    signMove: internalTransferSigner(signer),
    coldSigner: coldTransferSigner(signer),
    page: signer,
  };
}
