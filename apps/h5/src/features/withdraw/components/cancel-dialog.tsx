import { Modal, toast, useReloadGuard } from '@lode/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/call.ts';
import { randomId } from '../../../lib/random-id.ts';
import { isBeingCancelled } from '../../../lib/withdrawal-display.ts';
import { withdrawRecordMessages as messages } from '../../../locales/zh/withdraw.ts';

/** Cancels a withdrawal that awaits approval, under one idempotency key. */
export function CancelDialog({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
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
      {messages.cancelText}
    </Modal>
  );
}
