import { Amount, Button, Card, Empty, Icon, KeyValues, Main } from '@lode/ui';
import { Screen } from '../../components/screen.tsx';
import { useResult } from '../../lib/result.ts';
import { href } from '../../lib/routes.ts';
import { moneyMessages as messages } from '../../locales/zh/money.ts';
import styles from './success-page.module.css';

/** The result of a money action, from the history entry; opened by its address, it has none and links home. */
export function SuccessPage() {
  const result = useResult();
  if (result === null) return <NoResult />;
  const { title, note, amount, rows = [], next } = result;
  return (
    <Screen
      title={messages.successTitle}
      foot={
        <>
          <Button variant="quiet" href={href('index')}>
            {messages.backHome}
          </Button>
          <Button href={next.href}>{next.label}</Button>
        </>
      }
    >
      <Main>
        <div className={styles.head}>
          <span className={styles.mark}>
            <Icon name="check" />
          </span>
          <h2 className={styles.title}>{title}</h2>
          {amount && <Amount value={amount.value} coin={amount.coin} size="figure" exact />}
          {note !== undefined && <p className={styles.note}>{note}</p>}
        </div>
        {rows.length > 0 && (
          <Card>
            <KeyValues items={rows} />
          </Card>
        )}
      </Main>
    </Screen>
  );
}

function NoResult() {
  return (
    <Screen title={messages.successTitle}>
      <Main>
        <Empty
          title={messages.noResult}
          hint={messages.noResultHint}
          action={{ label: messages.backHome, href: href('index') }}
        />
      </Main>
    </Screen>
  );
}
