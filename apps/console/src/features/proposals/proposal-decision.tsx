import type { ConsoleData } from '@lode/contract/console';
import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { useKeys } from '../../lib/keys.ts';
import { proposalTexts as texts } from '../../locales/zh/proposals.ts';
import styles from './proposals.module.css';

const refreshes = ['proposal', 'proposalList', 'workQueue', 'withdrawalReview'] as const;

/** Approves or rejects what another proposed; takes back the own. */
export function ProposalDecision({ shown, isStale }: { shown: ConsoleData<'proposal'>; isStale: boolean }) {
  const { proposal, effect, obstacle, outcome } = shown;
  const [dialog, setDialog] = useState<'approve' | 'reject' | null>(null);
  const [result, setResult] = useState<string | null>(null);
  const mayReject = (proposal.isMine || proposal.isOwn) && outcome === null;
  useKeys(mayReject && !isStale ? { r: () => setDialog('reject') } : {});
  return (
    <>
      {result !== null && <Alert type="success" showIcon title={texts.approved} description={result} />}
      {outcome === null && proposal.isOwn && <p className={styles.quiet}>{texts.waitsForOther}</p>}
      {outcome === null && !proposal.isOwn && !proposal.isMine && <p className={styles.quiet}>{texts.notMine}</p>}
      {proposal.isMine && (
        <Button
          type="primary"
          size="large"
          block
          disabled={isStale || obstacle !== null}
          onClick={() => setDialog('approve')}
        >
          {texts.approve}
        </Button>
      )}
      {proposal.isMine && proposal.action === 'treasury:pay' && <p className={styles.quiet}>{texts.signature}</p>}
      {mayReject && (
        <Button danger block disabled={isStale} onClick={() => setDialog('reject')}>
          {proposal.isOwn ? texts.takeBack : texts.reject} <kbd>R</kbd>
        </Button>
      )}
      {dialog === 'approve' && (
        <ApproveDialog
          id={proposal.id}
          effect={effect ?? proposal.summary}
          onDone={setResult}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'reject' && <RejectDialog proposal={proposal} onClose={() => setDialog(null)} />}
    </>
  );
}

function ApproveDialog({
  id,
  effect,
  onDone,
  onClose,
}: {
  id: string;
  effect: string;
  /** With what the action says of itself: a first password is shown here, once. */
  onDone: (outcome: string) => void;
  onClose: () => void;
}) {
  const approve = useChange({
    async change() {
      const { outcome } = await call('approveProposal', { id, effect });
      onDone(outcome);
    },
    refreshes,
    onDone: onClose,
  });
  return (
    <Modal
      open
      title={texts.approveTitle}
      okText={texts.approve}
      cancelText={texts.cancel}
      confirmLoading={approve.isPending}
      onOk={() => approve.mutate()}
      onCancel={onClose}
    >
      <p>{texts.approveEffect}</p>
      <p className={styles.said}>{effect}</p>
      <RefusalAlert error={approve.error} />
    </Modal>
  );
}

function RejectDialog({ proposal, onClose }: { proposal: ConsoleData<'proposal'>['proposal']; onClose: () => void }) {
  const { isOwn } = proposal;
  return (
    <ActionDialog
      title={isOwn ? texts.takeBackTitle : texts.rejectTitle}
      okText={isOwn ? texts.takeBack : texts.reject}
      isDangerous
      act={async (reason) => {
        await call('rejectProposal', { id: proposal.id, reason });
        return isOwn ? texts.takenBack : texts.rejected;
      }}
      refreshes={refreshes}
      onClose={onClose}
    >
      <p>{isOwn ? texts.takeBackEffect : texts.rejectEffect}</p>
    </ActionDialog>
  );
}
