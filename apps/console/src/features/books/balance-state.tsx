import type { ConsoleData } from '@lode/contract/console';
import { Status } from '../../components/shape.tsx';
import { momentText } from '../../lib/time.ts';
import { booksTexts as texts } from '../../locales/zh/books.ts';
import styles from './books.module.css';

/** Whether the sums are what they must be, and when all of the books were last checked. */
export function BalanceState({ data: { sums, check } }: { data: ConsoleData<'trialBalance'> }) {
  const isEven = Number(sums.opening) === 0 && Number(sums.closing) === 0 && sums.debit === sums.credit;
  return (
    <p className={styles.checked}>
      <Status shape={isEven ? 'ok' : 'bad'}>{isEven ? texts.balanced : texts.unbalanced}</Status>
      {check === null && <span className={styles.quiet}>{texts.neverChecked}</span>}
      {check !== null && check.isClean && <span className={styles.quiet}>{texts.checkedAt(momentText(check.at))}</span>}
      {check !== null && !check.isClean && <Status shape="bad">{texts.checkFound(momentText(check.at))}</Status>}
    </p>
  );
}
