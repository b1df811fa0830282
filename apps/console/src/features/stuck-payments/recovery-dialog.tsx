import { ActionDialog } from '../../components/action-dialog.tsx';
import { type Proposal, ProposalDialog } from '../../components/proposal-dialog.tsx';
import { call } from '../../lib/call.ts';
import {
  type RecoveryOffer,
  recoveryTexts,
  type StuckPayment,
  stuckTexts as texts,
} from '../../locales/zh/stuck-payments.ts';

interface RecoveryDialogProps {
  payment: StuckPayment;
  offer: RecoveryOffer;
  onClose: () => void;
}

/** The consequence, then the reason: proposed for a second person, or done at once where it only frees inputs. */
export function RecoveryDialog({ payment, offer, onClose }: RecoveryDialogProps) {
  if (offer === 'RELEASE_INPUTS') return <ReleaseDialog payment={payment} onClose={onClose} />;
  const { title, button, effect } = recoveryTexts[offer];
  return (
    <ProposalDialog
      title={`${title} · ${payment.number}`}
      okText={button(payment)}
      isDangerous={offer !== 'SIGN_ONLINE'}
      {...proposalOf(offer, payment)}
      onClose={onClose}
    >
      <p>{effect(payment)}</p>
    </ProposalDialog>
  );
}

/** What each asks of the server. */
export const recoveryAsks = {
  FAIL: 'withdrawal:fail',
  FAIL_ACCEPTING_RISK: 'withdrawal:fail',
  PAID: 'withdrawal:paid',
  SIGN_ONLINE: 'withdrawal:online',
  RELEASE_INPUTS: 'releaseInputs',
} as const satisfies Record<RecoveryOffer, string>;

function proposalOf(offer: Exclude<RecoveryOffer, 'RELEASE_INPUTS'>, { id, txid }: StuckPayment): Proposal {
  switch (offer) {
    case 'FAIL':
      return { action: recoveryAsks[offer], options: { id } };
    case 'FAIL_ACCEPTING_RISK':
      return { action: recoveryAsks[offer], options: { id, 'although-gone': txid ?? '' } };
    case 'PAID':
      return { action: recoveryAsks[offer], options: { id } };
    case 'SIGN_ONLINE':
      return { action: recoveryAsks[offer], options: { id } };
    default:
      return offer satisfies never;
  }
}

function ReleaseDialog({ payment, onClose }: Omit<RecoveryDialogProps, 'offer'>) {
  const { title, button, effect } = recoveryTexts.RELEASE_INPUTS;
  return (
    <ActionDialog
      title={`${title} · ${payment.number}`}
      okText={button(payment)}
      act={async (reason) => {
        await call('releaseInputs', { id: payment.id, reason });
        return texts.released;
      }}
      refreshes={['stuckPaymentList']}
      onClose={onClose}
    >
      <p>{effect(payment)}</p>
    </ActionDialog>
  );
}
