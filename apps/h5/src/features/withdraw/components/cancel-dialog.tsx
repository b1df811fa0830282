import { Amount, Modal, toast, useReloadGuard } from '@lode/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountOf } from '../../../lib/account-of.ts';
import { call } from '../../../lib/api/call.ts';
import { randomId } from '../../../lib/random-id.ts';
import { isBeingCancelled } from '../../../lib/withdrawal-display.ts';
import { commonMessages } from '../../../locales/zh/common.ts';
import { withdrawRecordMessages as messages } from '../../../locales/zh/withdraw.ts';
import type { Withdrawal } from '../withdrawal.ts';

interface CancelDialogProps {
  withdrawal: Withdrawal;
  open: boolean;
  onClose: () => void;
}

/** Cancels a withdrawal that awaits approval, under one idempotency key. */
export function CancelDialog({ withdrawal, open, onClose }: CancelDialogProps) {
  const { id, amount, coin } = withdrawal;
  useReloadGuard(open);
  const queryClient = useQueryClient();
  const [requestId] = useState(randomId);
  const cancel = useMutation({
    mutationFn: () => call('withdrawCancel', { id }, { requestId }),
    onSuccess: (after) =>
      isBeingCancelled(after) ? toast(messages.cancelling) : toast(messages.cancelDone, { icon: 'success' }),
    onSettled: () => {
      onClose();
      // On a refusal or no response, the refetched status tells the outcome.
      void queryClient.invalidateQueries();
    },
  });
  return (
    <Modal
      open={open}
      title={messages.cancelTitle}
      confirmText={messages.cancel}
      cancelText={messages.keep}
      tone="danger"
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate()}
      onCancel={onClose}
    >
      {messages.cancelText.before}
      <Amount value={amount} coin={coin} size="inline" exact />
      {messages.cancelText.after(commonMessages.accounts[accountOf({ coin })])}
    </Modal>
  );
}
