import { parseAmount } from '@lode/money';
import { Amount, Card, Figure, groupDigits, KeyValues, Rule, Skeleton, shanghaiShortTime } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { QueryView } from '../../../components/query-view.tsx';
import { callQuery } from '../../../lib/api/queries.ts';
import { coinUpMessages as messages } from '../../../locales/zh/coin-up.ts';
import { commonMessages } from '../../../locales/zh/common.ts';
import styles from './safety-card.module.css';

/** Today's principal of all customers beside the fund that pays its interest, and for how many days it does. */
export function SafetyCard() {
  const safety = useQuery(callQuery('coinUpSafety', {}));
  const time = safety.data && (
    <span className={styles.time}>{messages.safetyTime(shanghaiShortTime(safety.data.time))}</span>
  );
  return (
    <Card title={messages.safetyToday} action={time}>
      <QueryView query={safety} skeleton={<Skeleton height={400} />} hasOwnNote>
        {({ coins }) =>
          coins.map(({ coin, principal, fund, owed, dailyInterest, coverDays }, i) => (
            <Fragment key={coin}>
              {i > 0 && <Rule />}
              <h3 className={styles.coin}>{coin}</h3>
              <KeyValues
                items={[
                  {
                    label: messages.allPrincipal,
                    value: <Amount value={principal} coin={coin} hideable={false} exact />,
                  },
                  { label: messages.interestFund, value: <Amount value={fund} coin={coin} hideable={false} exact /> },
                  {
                    label: messages.dailyPayable,
                    value: <Amount value={dailyInterest} coin={coin} hideable={false} exact />,
                  },
                  ...(parseAmount(owed, coin) === 0n
                    ? []
                    : [{ label: messages.owed, value: <Amount value={owed} coin={coin} hideable={false} exact /> }]),
                  {
                    label: messages.coverDays,
                    value: coverDays === null ? commonMessages.dash : <Cover days={coverDays} />,
                  },
                ]}
              />
            </Fragment>
          ))
        }
      </QueryView>
      <p className={styles.note}>{messages.safetyBasis}</p>
    </Card>
  );
}

const yearDays = 365;
const longestInDays = 3 * yearDays;

/** Beyond three years a number of days alone says little. */
function Cover({ days }: { days: number }) {
  const count = groupDigits(String(days));
  if (days <= longestInDays) return <Figure value={count} unit={messages.days} />;
  return <Figure value={messages.about(Math.floor(days / yearDays))} unit={messages.years(count)} />;
}
