import { Modal, toast, useMoneyHold } from '@lode/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/call.ts';
import { randomId } from '../../../lib/random-id.ts';
import { withdrawRecordWords as words } from '../../../locales/zh/withdraw.ts';

/** Cancels a withdrawal that awaits approval, under one idempotency key. */
export function CancelDialog({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  useMoneyHold(open);
  const queryClient = useQueryClient();
  const [requestId] = useState(randomId);
  const cancel = useMutation({
    mutationFn: () => call('withdrawCancel', { id }, { requestId }),
    onSuccess: () => toast(words.cancelled, { icon: 'success' }),
    onSettled: () => {
      onClose();
      // On a refusal or no response, the refetched status tells the outcome.
      void queryClient.invalidateQueries();
    },
  });
  return (
    <Modal
      open={open}
      title={words.cancelTitle}
      confirmText={words.cancel}
      cancelText={words.keep}
      tone="danger"
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate()}
      onCancel={onClose}
    >
      {words.cancelText}
    </Modal>
  );
}
