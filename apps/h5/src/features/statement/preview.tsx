import type { Data } from '@lode/contract';
import { differenceOfShown, parseAmount } from '@lode/money';
import {
  Amount,
  Card,
  Figure,
  GroupTitle,
  groupDigits,
  KeyValues,
  minus,
  Phrases,
  Row,
  Skeleton,
  shanghaiShortTime,
  useHiddenAmounts,
} from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { QueryView } from '../../components/query-view.tsx';
import { callQuery } from '../../lib/api/queries.ts';
import { commonMessages } from '../../locales/zh/common.ts';
import { statementMessages as messages } from '../../locales/zh/statement.ts';
import styles from './statement-page.module.css';
import { type Days, isRange } from './statement-range.ts';

type Preview = Data<'statementPreview'>;

/** What the file will hold, before it is asked for. */
export function StatementPreview({ days }: { days: Days | null }) {
  const isKnown = days !== null && isRange(days);
  const preview = useQuery({
    ...callQuery('statementPreview', { from: days?.from ?? '', to: days?.to ?? '' }),
    enabled: isKnown,
  });
  if (days !== null && !isKnown) return null;
  return (
    <>
      <GroupTitle strong>{messages.preview}</GroupTitle>
      <QueryView query={preview} skeleton={<PreviewSkeleton />}>
        {(known) => <Known preview={known} />}
      </QueryView>
    </>
  );
}

function Known({ preview: { records, accounts, first } }: { preview: Preview }) {
  if (accounts.length === 0)
    return (
      <Card>
        <p className={styles.quiet}>{messages.previewEmpty}</p>
      </Card>
    );
  return (
    <>
      <Card>
        <p className={styles.quiet}>
          {records === 0 ? messages.previewEmpty : messages.previewOf(groupDigits(String(records)))}
        </p>
        {accounts.map((sums) => (
          <AccountSums key={`${sums.account} ${sums.coin}`} sums={sums} />
        ))}
      </Card>
      <p className={styles.note}>{messages.frozenNote}</p>
      {first.length > 0 && (
        <Card flush>
          <h3 className={styles.firstTitle}>{messages.firstOnes}</h3>
          {first.map(({ account, coin, title, amount, time }, at) => (
            <Row
              // Rows have no id, and their order is theirs.
              key={at}
              title={title}
              caption={<Phrases of={[shanghaiShortTime(time), commonMessages.accounts[account]]} />}
              value={
                <Amount
                  value={amount}
                  coin={coin}
                  sign={!amount.startsWith('-')}
                  direction={!amount.startsWith('-')}
                  exact
                />
              }
            />
          ))}
        </Card>
      )}
    </>
  );
}

function AccountSums({ sums }: { sums: Preview['accounts'][number] }) {
  const { account, coin, opening, closing } = sums;
  const areHidden = useHiddenAmounts();
  const amounts = [opening, sums.in, sums.out, closing].map((amount) => parseAmount(amount, coin));
  // A column that is added up has its digits below each other: all of the ledger's where one of them has more than the shown ones.
  const isFine = !areHidden && coin === 'USDT' && amounts.some((amount) => differenceOfShown(coin, amount) !== amount);
  const figure = (value: string, sign = '') => {
    if (!isFine)
      return <Amount value={sign === minus ? `-${value}` : value} coin={coin} size="sub" sign={sign === '+'} />;
    return (
      <Figure value={`${parseAmount(value, coin) === 0n ? '' : sign}${groupDigits(value)}`} unit={coin} size="sub" />
    );
  };
  return (
    <div className={styles.account}>
      <h3>
        {commonMessages.accounts[account]} · {coin}
      </h3>
      <KeyValues
        items={[
          { label: messages.opening, value: figure(opening) },
          { label: messages.income, value: figure(sums.in, '+') },
          { label: messages.expense, value: figure(sums.out, minus) },
          { label: messages.closing, value: figure(closing) },
        ]}
      />
    </div>
  );
}

function PreviewSkeleton() {
  return (
    <Card>
      <Skeleton width="30%" height={26} />
      {[0, 1].map((at) => (
        <div key={at} className={styles.account}>
          <Skeleton width="50%" height={32} />
          {Array.from({ length: 4 }, (_, i) => (
            <Skeleton key={i} width="100%" height={32} />
          ))}
        </div>
      ))}
    </Card>
  );
}
