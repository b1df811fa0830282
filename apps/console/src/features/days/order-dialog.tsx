import type { ConsoleData } from '@lode/contract/console';
import type { DayWork } from '@lode/contract/record-states';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { call } from '../../lib/call.ts';
import { momentText } from '../../lib/time.ts';
import { type CloseKind, daysTexts as texts } from '../../locales/zh/days.ts';
import styles from './days.module.css';
import { TrialFigures } from './trial-figures.tsx';

interface OrderDialogProps {
  kind: CloseKind;
  date: string;
  work: DayWork;
  /** The newest pre-flight check of the day. */
  check: ConsoleData<'day'>['check'];
  onClose: () => void;
}

/** Hands a check or a close to the worker. */
export function OrderDialog({ kind, date, work, check, onClose }: OrderDialogProps) {
  const { title, ok, effect } = texts.order[work];
  return (
    <ActionDialog
      title={`${title} · ${texts.dayOf(date)}`}
      okText={ok}
      act={async (reason) => {
        await call('orderDay', { kind, date, work, reason });
        return texts.ordered;
      }}
      refreshes={['day', 'dayCalendar']}
      onClose={onClose}
    >
      <p>{effect}</p>
      {work === 'CLOSE' &&
        kind === 'mining' &&
        (check?.trial ? (
          <>
            <h3 className={styles.trial}>{texts.trialAt(momentText(check.at))}</h3>
            <TrialFigures trial={check.trial} />
          </>
        ) : (
          <p className={styles.quiet}>{texts.noTrial}</p>
        ))}
    </ActionDialog>
  );
}
