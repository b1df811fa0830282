import { App } from 'antd';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { type CloseKind, daysTexts as texts } from '../../locales/zh/days.ts';

interface OrderDialogProps {
  kind: CloseKind;
  date: string;
  work: 'CHECK' | 'CLOSE';
  onClose: () => void;
}

/** Hands a check or a close to the worker. */
export function OrderDialog({ kind, date, work, onClose }: OrderDialogProps) {
  const { message } = App.useApp();
  const { title, ok, effect } = texts.order[work];
  const order = useChange({
    change: (reason: string) => call('orderDay', { kind, date, work, reason }),
    refreshes: ['day', 'dayCalendar'],
    onDone() {
      void message.success(texts.ordered);
      onClose();
    },
  });
  return (
    <ReasonDialog title={`${title} · ${texts.dayOf(date)}`} okText={ok} change={order} onClose={onClose}>
      <p>{effect}</p>
    </ReasonDialog>
  );
}
