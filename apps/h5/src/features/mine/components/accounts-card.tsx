import { parseAmount } from '@lode/money';
import { Amount, Card, Skeleton } from '@lode/ui';
import { commonMessages } from '../../../locales/zh/common.ts';
import { mineMessages as messages } from '../../../locales/zh/mine.ts';
import { accountGroups, type Balance } from '../accounts.ts';
import styles from './accounts-card.module.css';

/** Every account with its coins, and their frozen part. */
export function AccountsCard({ balances, isCoinUpOpen }: { balances: readonly Balance[]; isCoinUpOpen: boolean }) {
  return (
    <Card flush>
      {accountGroups(balances, isCoinUpOpen).map(({ account, balances: own }) => (
        <div key={account} className={styles.account}>
          <div>
            <div className={styles.name}>{commonMessages.accounts[account]}</div>
            <div className={styles.note}>{messages.accountNotes[account]}</div>
          </div>
          <div className={styles.coins}>
            {own.map(({ coin, total, frozen }) => (
              <div key={coin}>
                <Amount value={total} coin={coin} exact />
                {parseAmount(frozen, coin) !== 0n && (
                  <div className={styles.note}>
                    {messages.frozen[account]} <Amount value={frozen} coin={coin} size="inline" exact />
                  </div>
                )}
              </div>
            ))}
          </div>
        </div>
      ))}
    </Card>
  );
}

export function AccountsSkeleton() {
  return (
    <Card flush>
      {[3, 1].map((coins) => (
        <div key={coins} className={styles.account}>
          <div className={styles.waiting}>
            <Skeleton width={120} height={28} />
            <Skeleton width={200} height={20} />
          </div>
          <div className={styles.waiting}>
            {Array.from({ length: coins }, (_, i) => (
              <Skeleton key={i} width={240} height={28} />
            ))}
          </div>
        </div>
      ))}
    </Card>
  );
}
