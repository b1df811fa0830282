import { Amount, Button, Card, Icon, KeyValues, Main } from '@lode/ui';
import { Screen } from '../../components/screen.tsx';
import { useResult } from '../../lib/result.ts';
import { href } from '../../lib/routes.ts';
import { moneyWords as words } from '../../locales/zh/money.ts';
import styles from './success-page.module.css';

/** The result of a money action, and what to do next. Opened by its address it knows of no action and leads home. */
export function SuccessPage() {
  const result = useResult();
  return (
    <Screen
      title={words.successTitle}
      foot={
        <>
          <Button variant={result ? 'quiet' : 'primary'} href={href('index')}>
            {words.backHome}
          </Button>
          {result && <Button href={result.next.href}>{result.next.label}</Button>}
        </>
      }
    >
      <Main>
        <div className={styles.head}>
          <span className={styles.mark}>
            <Icon name="check" />
          </span>
          <h2 className={styles.title}>{result?.title ?? words.done}</h2>
          {result?.amount && <Amount value={result.amount.value} coin={result.amount.coin} size="figure" />}
          <p className={styles.note}>{result ? result.note : words.doneHint}</p>
        </div>
        {result?.rows && result.rows.length > 0 && (
          <Card>
            <KeyValues items={result.rows} />
          </Card>
        )}
      </Main>
    </Screen>
  );
}
