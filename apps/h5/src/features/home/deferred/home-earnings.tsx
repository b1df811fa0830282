import { Amount, Card, KeyValues, MoreLink } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { CurrencyChoice } from '../../../components/earnings/currency-choice.tsx';
import { EarningsBasis } from '../../../components/earnings/earnings-basis.tsx';
import { type EarningPeriod, type Earnings, figuresOf, rateOf } from '../../../components/earnings/earnings-figures.ts';
import { useCurrency } from '../../../components/earnings/use-currency.ts';
import { QueryError } from '../../../components/query-view.tsx';
import { callQuery } from '../../../lib/api/queries.ts';
import { href } from '../../../lib/routes.ts';
import { earningsMessages as messages } from '../../../locales/zh/earnings.ts';
import { EarningsPlaceholder } from '../components/earnings-placeholder.tsx';
import styles from '../components/strip-placeholder.module.css';
import { mainCoin } from '../home-figures.ts';

/** Net of yesterday, this month and in all, in the height of its placeholder. */
export function HomeEarnings() {
  const earnings = useQuery(callQuery('earnings', {}, { background: true }));
  if (earnings.data !== undefined) return <Known earnings={earnings.data} />;
  if (earnings.error === null) return <EarningsPlaceholder />;
  return (
    <Card title={messages.title}>
      <QueryError error={earnings.error} onRetry={() => void earnings.refetch()} />
    </Card>
  );
}

/** With its dates: the last closed day can be the day before, and this month the one that is not closed yet. */
function periodName({ period, from, to }: EarningPeriod): string {
  const [first, last] = [from?.slice(5), to?.slice(5)];
  if (period === 'TOTAL' || !first || !last) return messages.periods[period];
  return `${messages.periods[period]} ${first === last ? last : messages.between(first, last)}`;
}

function Known({ earnings }: { earnings: Earnings }) {
  const home = useQuery(callQuery('indexInfo', {}));
  const [wanted, setCurrency] = useCurrency();
  const rate = rateOf(earnings);
  const currency = rate === null ? 'USDT' : wanted;
  const hasDays = earnings.periods.some(({ days }) => days > 0);
  return (
    <Card
      title={messages.title}
      action={
        rate === null ? <span className={styles.choice} /> : <CurrencyChoice value={currency} onChange={setCurrency} />
      }
    >
      <KeyValues
        items={earnings.periods.map((period) => ({
          label: periodName(period),
          value: (
            <Amount
              value={figuresOf(period, currency === 'CNY' ? rate : null).net}
              coin="USDT"
              unit={currency}
              direction
            />
          ),
        }))}
      />
      <div className={styles.earnings}>
        {hasDays && home.data ? (
          <>
            <EarningsBasis
              coins={[mainCoin(home.data.mining)]}
              info={home.data}
              cny={currency === 'CNY' ? earnings.cny : null}
              hostingToCome={earnings.hostingToCome}
              without="priceTime"
            />
            <MoreLink href={href('outputs')}>{messages.details}</MoreLink>
          </>
        ) : (
          messages.none
        )}
      </div>
    </Card>
  );
}
