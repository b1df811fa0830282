import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { coinUpTexts as texts } from '../../locales/zh/coin-up.ts';
import styles from './coin-up.module.css';
import { useProposal } from './use-proposal.ts';

/** Opens or closes subscriptions, once another member approves. */
export function SwitchDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const propose = useProposal('coin-up:switch', { to: isOpen ? 'off' : 'on' }, onClose);
  return (
    <ReasonDialog
      title={isOpen ? texts.closeIt : texts.openIt}
      okText={texts.submit}
      change={propose}
      onClose={onClose}
    >
      <p>{isOpen ? texts.closeEffect : texts.openEffect}</p>
      <p className={styles.quiet}>{texts.notYet}</p>
    </ReasonDialog>
  );
}
