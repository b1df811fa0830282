import type { Data } from '@lode/contract';
import { Button, FootAboveTabs, Modal, toast, uiMessages } from '@lode/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api/call.ts';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import { type BatchTarget, batchEffect } from '../batch.ts';
import type { Machine } from '../machine.ts';
import { BatchDialog } from './batch-dialog.tsx';
import styles from './machine-list.module.css';

type Result = Data<'machineSwitch'>['results'][number];

/** 开机 and 关机 for the ticked machines; says which of them refused and why. */
export function BatchBar({
  chosen,
  onSelectAll,
  onDone,
}: {
  chosen: readonly Machine[];
  onSelectAll: () => void;
  onDone: () => void;
}) {
  const client = useQueryClient();
  const [to, setTo] = useState<BatchTarget>('SUSPEND');
  const [isOpen, setOpen] = useState(false);
  const [refused, setRefused] = useState<Result[]>([]);
  const effect = batchEffect(chosen, to);
  const isOwing = chosen.some(({ owesElectricity }) => owesElectricity);

  const batch = useMutation({
    mutationFn: (target: BatchTarget) =>
      call('machineSwitch', { ids: effect.machines.map(({ id }) => id).join(','), to: target }),
    onSuccess: async ({ results }, target) => {
      await client.invalidateQueries({ queryKey: ['machinePage'] });
      void client.invalidateQueries({ queryKey: ['machineDetail'] });
      void client.invalidateQueries({ queryKey: ['indexInfo'] });
      const failed = results.filter(({ outcome }) => outcome === 'REFUSED');
      setRefused(failed);
      if (failed.length > 0) return;
      const isStoredOnly = results.every(({ outcome }) => outcome === 'STORED');
      toast(isStoredOnly ? messages.storedForLater : messages.batch[target].done(results.length), { icon: 'success' });
      onDone();
    },
    onSettled: () => setOpen(false),
  });

  function ask(target: BatchTarget): void {
    const { machines, moving } = batchEffect(chosen, target);
    if (chosen.length === 0) toast(messages.chooseFirst, { icon: 'info' });
    else if (machines.length === 0) toast(messages.batch[target].none, { icon: 'info' });
    else if (target === 'RUNNING' && isOwing && moving.length > 0) {
      toast(messages.owesBeforeStart, { icon: 'info' });
    } else {
      setTo(target);
      setOpen(true);
    }
  }

  return (
    <>
      <FootAboveTabs label={messages.batchActions}>
        <span className={styles.count} role="status">
          {messages.chosen(chosen.length)}
        </span>
        <Button variant="quiet" size="s" onClick={onSelectAll}>
          {messages.chooseAll}
        </Button>
        <Button variant="line" size="s" softDisabled={chosen.length === 0} onClick={() => ask('SUSPEND')}>
          {messages.turnOff}
        </Button>
        <Button size="s" softDisabled={chosen.length === 0} onClick={() => ask('RUNNING')}>
          {messages.turnOn}
        </Button>
      </FootAboveTabs>
      <BatchDialog
        effect={effect}
        to={to}
        open={isOpen}
        busy={batch.isPending}
        onConfirm={() => batch.mutate(to)}
        onCancel={() => setOpen(false)}
      />
      <Modal
        open={refused.length > 0}
        title={messages.batch[to].refused(refused.length)}
        confirmText={messages.understood}
        onConfirm={() => {
          setRefused([]);
          onDone();
        }}
      >
        <ul className={styles.results}>
          {refused.map(({ id, machineNo, status, reason }) => (
            <li key={id}>
              <span>{machineNo}</span>
              <span>
                {reason === null || reason === 'STATUS'
                  ? uiMessages.machineStatus[status]
                  : messages.refusedBecause[reason]}
              </span>
            </li>
          ))}
        </ul>
      </Modal>
    </>
  );
}
