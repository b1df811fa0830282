import type { ConsoleInput } from '@lode/contract/console';
import type { ConsoleCall } from '@lode/contract/console-paths';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Modal, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { call } from '../lib/call.ts';
import { useChange } from '../lib/change.ts';
import { moneyInText } from '../lib/shown-amount.ts';
import { errorText } from '../locales/zh/errors.ts';
import { proposingTexts as texts } from '../locales/zh/states.ts';
import { DialogDescription } from './dialog-description.tsx';
import styles from './proposal-dialog.module.css';
import { ReasonDialog } from './reason-dialog.tsx';

/** The command, and its own options as the command line has them. */
export type Proposal = ConsoleInput<'previewProposal'>;

interface ProposalDialogProps extends Proposal {
  title: string;
  /** The consequence in words: what the button proposes. */
  okText: string;
  isDangerous?: boolean;
  /** What happens when the second person approves, in the reader's own language. */
  children: ReactNode;
  /** Reads that a proposal makes old. */
  refreshes?: readonly ConsoleCall[];
  onClose: () => void;
  /** Back to the fields, as they were filled in, where it is refused. */
  onEdit?: () => void;
  /** Once it is proposed, where that is not the end. */
  onProposed?: () => void;
}

/** An action of two people: what it would do now, as the second one will read it, before it is proposed with a reason. */
export function ProposalDialog(props: ProposalDialogProps) {
  const {
    title,
    okText,
    isDangerous = false,
    children,
    action,
    options,
    refreshes = [],
    onClose,
    onEdit,
    onProposed = onClose,
  } = props;
  const { message } = App.useApp();
  const preview = useQuery({
    queryKey: ['previewProposal', { action, options }],
    queryFn: () => call('previewProposal', { action, options }),
    // It says what holds now, and is asked anew each time.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const propose = useChange({
    change: async (reason: string) => {
      const { id } = await call('propose', { action, options, reason });
      void message.success(texts.proposed(id));
    },
    refreshes: ['workQueue', 'proposalList', ...refreshes],
    onDone: onProposed,
  });
  if (preview.data === undefined) {
    return (
      <Modal
        open
        title={title}
        footer={preview.error && onEdit ? <Button onClick={onEdit}>{texts.edit}</Button> : null}
        onCancel={onClose}
      >
        <DialogDescription>{children}</DialogDescription>
        {preview.error ? (
          <Alert type="warning" showIcon title={texts.refused} description={errorText(preview.error)} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 2 }} />
        )}
      </Modal>
    );
  }
  return (
    <ReasonDialog title={title} okText={okText} isDangerous={isDangerous} change={propose} onClose={onClose}>
      {children}
      <p className={styles.quiet}>{texts.secondReads}</p>
      <p className={styles.summary}>{moneyInText(preview.data.summary)}</p>
    </ReasonDialog>
  );
}
