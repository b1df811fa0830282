import { Alert } from '@lode/ui';
import { urgencyOf } from '../lib/electricity-urgency.ts';
import { commonMessages } from '../locales/zh/common.ts';
import styles from './electricity-reminder.module.css';

interface ElectricityReminderProps {
  electricity: { owed: string; daysLeft: number | null };
  /** The server's text; a local one of the same urgency while it has none. */
  content: string | undefined;
}

/** Shows nothing, a line, or one of two alerts, by the days of electricity left. */
export function ElectricityReminder({ electricity, content }: ElectricityReminderProps) {
  const urgency = urgencyOf(electricity);
  const days = electricity.daysLeft ?? 0;
  const messages = commonMessages.reminders;
  switch (urgency) {
    case 'calm':
      return null;
    case 'low':
      return <p className={styles.quiet}>{content || messages.low}</p>;
    case 'urgent':
      return (
        <div className={styles.alert}>
          <Alert tone="warn">{sentences(content || messages.urgent(days))}</Alert>
        </div>
      );
    case 'critical':
    case 'arrear':
      return (
        <div className={styles.alert}>
          <Alert tone="bad">
            {sentences(content || (urgency === 'arrear' ? messages.arrear : messages.critical(days)))}
          </Alert>
        </div>
      );
  }
}

/** Each sentence starts a line of its own where the last one leaves no room for it: Chinese wraps within words. */
const sentences = (text: string) =>
  text.split(/(?<=。)(?=.)/).map((sentence) => (
    <span key={sentence} className={styles.sentence}>
      {sentence}
    </span>
  ));
