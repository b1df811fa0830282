import { FundsPasswordDialog, type FundsPasswordOutcome, Modal, uiMessages } from '@lode/ui';
import type { ReactNode } from 'react';
import { moneyMessages as messages } from '../../locales/zh/money.ts';

export type MoneyDialogName = 'password' | 'warning';

interface MoneyDialogsProps {
  open: MoneyDialogName | null;
  summary: ReactNode;
  warning: ReactNode;
  /** Shown by the password dialog when it opens. */
  initialRefusal: FundsPasswordOutcome | null;
  isSending: boolean;
  onPassword: (password: string) => Promise<FundsPasswordOutcome>;
  onForgotPassword: () => void;
  onWarningConfirmed: () => void;
  onDone: () => void;
  onCancel: () => void;
}

/** The funds password, and the second confirmation when the amount endangers electricity payments. */
export function MoneyDialogs({
  open,
  summary,
  warning,
  initialRefusal,
  isSending,
  onPassword,
  onForgotPassword,
  onWarningConfirmed,
  onDone,
  onCancel,
}: MoneyDialogsProps) {
  return (
    <>
      <FundsPasswordDialog
        open={open === 'password'}
        summary={summary}
        initialRefusal={initialRefusal?.kind === 'refused' ? initialRefusal : undefined}
        onForgot={onForgotPassword}
        onComplete={onPassword}
        onClose={(reason) => (reason === 'done' ? onDone() : onCancel())}
      />
      <Modal
        open={open === 'warning'}
        title={messages.endangersTitle}
        confirmText={messages.goOn}
        cancelText={uiMessages.cancel}
        tone="danger"
        busy={isSending}
        onConfirm={onWarningConfirmed}
        onCancel={onCancel}
      >
        {warning ?? messages.endangersText}
      </Modal>
    </>
  );
}
