import { ProposalDialog } from '../../components/proposal-dialog.tsx';
import { coinUpTexts as texts } from '../../locales/zh/coin-up.ts';

/** Opens or closes subscriptions, once another member approves. */
export function SwitchDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <ProposalDialog
      action="coin-up:switch"
      options={{ to: isOpen ? 'off' : 'on' }}
      title={isOpen ? texts.closeIt : texts.openIt}
      okText={texts.submit}
      refreshes={['coinUp']}
      onClose={onClose}
    >
      <p>{isOpen ? texts.closeEffect : texts.openEffect}</p>
    </ProposalDialog>
  );
}
