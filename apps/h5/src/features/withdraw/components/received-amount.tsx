import { formatAmount } from '@lode/money';
import { Amount, Figure } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/queries.ts';
import { usdtValueOf } from '../../../lib/valuation.ts';
import { commonMessages } from '../../../locales/zh/common.ts';
import { withdrawMessages as messages } from '../../../locales/zh/withdraw.ts';
import type { WithdrawCoin } from '../withdrawal.ts';
import styles from './withdraw.module.css';

/** The amount less the fee, with its approximate value in USDT; null for an amount that would be refused. */
export function ReceivedAmount({ amount, coin }: { amount: bigint | null; coin: WithdrawCoin }) {
  const home = useQuery(callQuery('indexInfo', {}));
  const prices = home.data?.assetsInfo.prices ?? [];
  const worth = coin === 'USDT' || amount === null ? null : usdtValueOf(formatAmount(amount, coin), coin, prices);
  return (
    <span className={styles.received}>
      <span className={styles.quiet}>{messages.received}</span>
      {amount === null ? (
        <Figure value={commonMessages.dash} unit={coin} size="lead" />
      ) : (
        <Amount value={amount} coin={coin} size="lead" hideable={false} exact />
      )}
      {worth !== null && (
        <span className={styles.quiet}>
          <Amount value={worth} coin="USDT" size="inline" approx hideable={false} />
        </span>
      )}
    </span>
  );
}
