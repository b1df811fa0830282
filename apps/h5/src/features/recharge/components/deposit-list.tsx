import {
  Amount,
  AppLink,
  Card,
  Chip,
  Empty,
  Icon,
  type IconName,
  Phrases,
  Progress,
  Skeleton,
  shanghaiShortTime,
  type Tone,
} from '@lode/ui';
import { href } from '../../../lib/routes.ts';
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
  minOf: (coin: Deposit['coin']) => string | undefined;
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

const doneOf = ({ confirmations, needed }: Deposit) => Math.min(confirmations, needed);

export function DepositChip({ deposit }: { deposit: Deposit }) {
  const { status, needed } = deposit;
  return (
    <Chip {...looks[status]}>
      {status === 'CONFIRMING' ? messages.confirming(doneOf(deposit), needed) : messages.statuses[status]}
    </Chip>
  );
}

/** A plus sign only for what is or will be credited. */
export function DepositAmount({ deposit, size }: { deposit: Deposit; size?: 'figure' }) {
  const { status, amount, coin } = deposit;
  const isCounted = status !== 'BELOW_MINIMUM' && status !== 'ORPHANED';
  return (
    <span>
      <Amount value={amount} coin={coin} size={size} sign={isCounted} exact={size !== undefined} />
      {!isCounted && ` ${messages.notCredited}`}
    </span>
  );
}

/** None once its status no longer changes. */
export function DepositProgress({ deposit }: { deposit: Deposit }) {
  if (!isPending(deposit)) return null;
  return <Progress value={doneOf(deposit) / deposit.needed} label={messages.progress} />;
}

function DepositRow({ deposit, min }: { deposit: Deposit; min: string | undefined }) {
  const { id, time } = deposit;
  const note = noteOf(deposit, min);
  return (
    <li className={styles.deposit}>
      <AppLink href={href('recharge_detail', { id })} className={styles.link}>
        <span className={styles.line}>
          <DepositAmount deposit={deposit} />
          <DepositChip deposit={deposit} />
          <span className={styles.note}>
            <Phrases of={[shanghaiShortTime(time), note]} />
          </span>
        </span>
        <span className={styles.chevron}>
          <Icon name="right" size="s" />
        </span>
      </AppLink>
      <DepositProgress deposit={deposit} />
    </li>
  );
}

export function DepositListSkeleton() {
  return (
    <Card flush>
      <ul className={styles.deposits}>
        {Array.from({ length: 3 }, (_, i) => (
          <li key={i} className={styles.skeletonDeposit}>
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
