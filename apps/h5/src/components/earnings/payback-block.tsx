import { Amount, KeyValues, Progress } from '@lode/ui';
import { earningsMessages as messages } from '../../locales/zh/earnings.ts';
import styles from './earnings.module.css';
import { type EarningDay, type Earnings, type Payback, paybackOf } from './earnings-figures.ts';

const wholePermille = 1000;

/**
 * How much of the machine's price its net earnings brought back; nothing where the price is not known. With all digits, so that
 * what came back and what is left are the price.
 */
export function PaybackBlock({ earnings, days }: { earnings: Earnings; days: readonly EarningDay[] }) {
  const payback = paybackOf(earnings, days);
  if (payback === null) return null;
  const { price, recovered, left, permille } = payback;
  const percent = `${Math.floor(permille / 10)}.${permille % 10}`;
  return (
    <div className={styles.payback}>
      <div className={styles.paybackHead}>
        <h3>{messages.payback}</h3>
        <b>{permille === wholePermille ? messages.paidBack : `${percent}%`}</b>
      </div>
      <Progress value={permille / wholePermille} label={messages.paybackBar(percent)} />
      <KeyValues
        items={[
          { label: messages.purchasePrice, value: <Amount value={price} coin="USDT" size="sub" exact /> },
          {
            label: recovered < 0n ? messages.netSoFar : messages.recovered,
            value: <Amount value={recovered} coin="USDT" size="sub" exact />,
          },
          left > 0n
            ? { label: messages.left, value: <Amount value={left} coin="USDT" size="sub" exact /> }
            : { label: messages.beyond, value: <Amount value={recovered - price} coin="USDT" size="sub" sign exact /> },
        ]}
      />
      {left > 0n && payback.meanDays > 0 && <p className={styles.note}>{forecast(payback)}</p>}
    </div>
  );
}

function forecast({ daysLeft, isLosing, meanDays }: Payback): string {
  if (isLosing) return messages.losing(meanDays);
  return messages.meanOf(meanDays) + (daysLeft === null ? messages.tooSlow : messages.daysLeft(daysLeft));
}
