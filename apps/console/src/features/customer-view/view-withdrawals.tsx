import { Amount } from '../../components/amount.tsx';
import { shownAmount } from '../../lib/shown-amount.ts';
import { momentText } from '../../lib/time.ts';
import { viewTexts as texts, withdrawalDisplay } from '../../locales/zh/customer-view.ts';
import styles from './view.module.css';
import { ViewList } from './view-list.tsx';
import { Facts } from './view-read.tsx';

export function ViewWithdrawals({ id, reason }: { id: string; reason: string }) {
  return (
    <ViewList name="viewWithdrawals" what={texts.withdrawals} input={{ id, reason }} nothing={texts.noWithdrawals}>
      {(withdrawal) => {
        const { coin, amount, received, fee, number, applyTime, checkRemark, confirmations, needed } = withdrawal;
        const { label, isBad } = withdrawalDisplay(withdrawal);
        const money = (value: string) => <Amount value={shownAmount(value, coin)} coin={coin} />;
        return (
          <>
            <div className={styles.line}>
              <b>{texts.withdrawalOf(coin)}</b>
              {money(`-${amount}`)}
            </div>
            <div className={`${styles.line} ${styles.quiet}`}>
              <span>
                {momentText(applyTime)} · {number}
              </span>
              <span className={isBad ? styles.debt : undefined}>{label}</span>
            </div>
            <Facts
              facts={[
                { label: texts.received, value: money(received) },
                { label: texts.fee, value: money(fee) },
              ]}
            />
            {withdrawal.thirdStatus === 'IN_PAYMENT' && (
              <p className={styles.quiet}>{texts.confirmations(confirmations, needed)}</p>
            )}
            {checkRemark !== null && <p className={styles.quiet}>{checkRemark}</p>}
          </>
        );
      }}
    </ViewList>
  );
}
