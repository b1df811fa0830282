import type { Data } from '@lode/contract';
import { displayFull, parseAmount } from '@lode/money';
import { Amount, Button, Card, ColumnChart, groupDigits, Rule, Runway, Skeleton } from '@lode/ui';
import { ElectricityReminder } from '../../../components/electricity-reminder.tsx';
import { dailyValues } from '../../../lib/daily-values.ts';
import { href } from '../../../lib/routes.ts';
import { sumOf } from '../../../lib/valuation.ts';
import { electricityMessages as messages } from '../../../locales/zh/electricity.ts';
import styles from './balance-card.module.css';

type Reminder = Data<'electricityReminder'>;
const dayMs = 86_400_000;

/** Month and day of the last mining date that the balance pays for, from the last closed one. */
function lastDay(closed: string, days: number): string {
  return new Date(Date.parse(closed) + (days + 1) * dayMs).toISOString().slice(5, 10);
}

export function BalanceCard({
  reminder,
  frozen,
}: {
  reminder: Reminder;
  /** Held for withdrawals, in micro-USDT; null while not known. */
  frozen: bigint | null;
}) {
  const { available, owed, dailyFee, daysLeft, last30, content } = reminder;
  const closed = last30.at(-1)?.date;
  const isOwing = parseAmount(owed, 'USDT') > 0n;
  const hasNoFee = daysLeft === null || !closed;
  return (
    <Card>
      <div className={styles.caption}>
        {messages.balance}
        <RechargeButton />
      </div>
      <Amount value={available} coin="USDT" size="display" exact />
      {frozen !== null && frozen > 0n && (
        <div className={styles.frozen}>
          {messages.frozen} <Amount value={frozen} coin="USDT" size="inline" exact />
        </div>
      )}
      <div className={styles.runway}>
        <Runway days={daysLeft} />
      </div>
      <div className={styles.under}>
        {isOwing ? (
          <span>
            {messages.owed} <Amount value={owed} coin="USDT" size="inline" debit />
          </span>
        ) : (
          <span>{hasNoFee ? messages.noFeeYet : messages.runsUntil(daysLeft, lastDay(closed, daysLeft))}</span>
        )}
        {(isOwing || !hasNoFee) && (
          <span>
            {messages.dailyMean} <Amount value={dailyFee} coin="USDT" size="inline" exact />
          </span>
        )}
      </div>
      <ElectricityReminder electricity={reminder} content={content} />
      <Rule />
      <div className={styles.head}>
        <h2>{messages.last30}</h2>
        <Amount
          value={sumOf(
            last30.map((day) => day.fee),
            'USDT',
          )}
          coin="USDT"
          size="title"
          exact
        />
      </div>
      {last30.length > 0 && (
        <ColumnChart
          label={messages.last30Label}
          figure={(fee) => groupDigits(displayFull(fee, 'USDT'))}
          unit="USDT"
          days={dailyValues(
            last30.map(({ date, fee }) => ({ date, value: parseAmount(fee, 'USDT') })),
            0n,
          )}
        />
      )}
    </Card>
  );
}

function RechargeButton() {
  return (
    <Button size="s" href={href('recharge')}>
      {messages.recharge}
    </Button>
  );
}

export function BalanceSkeleton() {
  return (
    <Card>
      <div className={styles.caption}>
        {messages.balance}
        <RechargeButton />
      </div>
      <div className={styles.balance}>
        <Skeleton width="50%" height={60} />
      </div>
      <div className={styles.runway}>
        <Skeleton width="100%" height={16} />
      </div>
      <div className={styles.under}>
        <Skeleton width="40%" height={24} />
        <Skeleton width="40%" height={24} />
      </div>
      <Rule />
      <div className={styles.head}>
        <h2>{messages.last30}</h2>
        <Skeleton width="30%" height={32} />
      </div>
      <div className={styles.chart}>
        <Skeleton width="100%" height="100%" />
      </div>
    </Card>
  );
}
