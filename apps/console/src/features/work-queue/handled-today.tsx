import type { ConsoleData } from '@lode/contract/console';
import { Link } from 'react-router';
import { handledPath, subjectPath } from '../../lib/handled-path.ts';
import { useMay, useSession } from '../../lib/session.ts';
import { minuteText } from '../../lib/time.ts';
import { auditActionName } from '../../locales/zh/audit-actions.ts';
import { queueTexts as texts } from '../../locales/zh/work-queue.ts';
import styles from './work-queue.module.css';

export type Handled = NonNullable<ConsoleData<'workQueue'>['handled']>;

/** How much this member has done and decided today. */
export function HandledCount({ handled: { actions, isCut } }: { handled: Handled }) {
  const count = actions.reduce((sum, one) => sum + one.count, 0);
  return <span className={styles.handledCount}> · {texts.handledToday(count, isCut)}</span>;
}

/** The last act of today, with the record that it was about. */
export function LastHandled({ last: { action, subject, at } }: { last: NonNullable<Handled['last']> }) {
  return (
    <p>
      {texts.lastHandled(minuteText(at))}
      <Link to={subjectPath(action, subject)}>{texts.handledOf(action, subject)}</Link>
    </p>
  );
}

/** What was done today, each kind with its count, the last one first. */
export function HandledKinds({ actions }: Pick<Handled, 'actions'>) {
  const { name } = useSession();
  const may = useMay();
  return (
    <ul className={styles.handled} aria-label={texts.handled}>
      {actions.map(({ action, count }) => (
        <li key={action}>
          <Link to={handledPath(action, name, may('auditLog'))}>{auditActionName(action)}</Link> <b>{count}</b>
        </li>
      ))}
    </ul>
  );
}
