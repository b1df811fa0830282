import { Button } from '@lode/ui';
import { href } from '../lib/routes.ts';
import { commonMessages as messages } from '../locales/zh/common.ts';
import styles from './hero-actions.module.css';

/** 充值 and 提现, below the customer's total. */
export function HeroActions() {
  return (
    <div className={styles.actions}>
      <Button href={href('recharge')}>{messages.recharge}</Button>
      <Button variant="line" href={href('withdraw')}>
        {messages.withdraw}
      </Button>
    </div>
  );
}
