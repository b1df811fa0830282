import { Amount, Card, Chip, Empty, type IconName, Progress, Skeleton, shanghaiShortTime, type Tone } from '@lode/ui';
import { AskLink } from '../../../components/ask-about.tsx';
import { rechargeMessages as messages } from '../../../locales/zh/recharge.ts';
import { type Deposit, isPending, noteOf } from '../deposit.ts';
import styles from '../recharge.module.css';

const looks: Record<Deposit['status'], { tone: Tone; icon: IconName }> = {
  SEEN: { tone: 'waiting', icon: 'clock' },
  CONFIRMING: { tone: 'waiting', icon: 'clock' },
  CREDITED: { tone: 'success', icon: 'check' },
  ORPHANED: { tone: 'failed', icon: 'close' },
  BELOW_MINIMUM: { tone: 'suspend', icon: 'info' },
};

/** Every deposit with its progress. `minOf` returns a coin's minimum deposit. */
export function DepositList({
  deposits,
  minOf,
}: {
  deposits: readonly Deposit[];
  minOf: (coin: Deposit['coin']) => string;
}) {
  if (deposits.length === 0) return <Empty title={messages.emptyTitle} hint={messages.emptyHint} />;
  return (
    <Card flush>
      <ul className={styles.deposits}>
        {deposits.map((deposit) => (
          <DepositRow key={deposit.id} deposit={deposit} min={minOf(deposit.coin)} />
        ))}
      </ul>
    </Card>
  );
}

function DepositRow({ deposit, min }: { deposit: Deposit; min: string }) {
  const { coin, amount, time, status, confirmations, needed } = deposit;
  const note = noteOf(deposit, min);
  const done = Math.min(confirmations, needed);
  return (
    <li className={styles.deposit}>
      <div className={styles.line}>
        <div>
          <Amount value={amount} coin={coin} sign />
          <div className={styles.note}>
            {shanghaiShortTime(time)}
            {note !== null && ` · ${note}`}
          </div>
        </div>
        <Chip {...looks[status]}>
          {status === 'CONFIRMING' ? messages.confirming(done, needed) : messages.statuses[status]}
        </Chip>
      </div>
      {isPending(deposit) && <Progress value={done / needed} label={messages.progress} />}
      <AskLink of="DEPOSIT" id={deposit.id} />
    </li>
  );
}

export function DepositListSkeleton() {
  return (
    <Card flush>
      <ul className={styles.deposits}>
        {Array.from({ length: 3 }, (_, i) => (
          <li key={i} className={styles.deposit}>
            <div className={styles.line}>
              <Skeleton width="40%" height={36} />
              <Skeleton width={160} height={40} />
            </div>
            <Skeleton width="60%" height={24} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
