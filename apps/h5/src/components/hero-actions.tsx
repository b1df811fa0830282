import { Button } from '@lode/ui';
import { href } from '../lib/routes.ts';
import { commonMessages as messages } from '../locales/zh/common.ts';
import styles from './hero-actions.module.css';

/** 充值 and 提现, below the customer's total; calm where the page asks for something else first. */
export function HeroActions({ calm = false }: { calm?: boolean }) {
  return (
    <div className={styles.actions}>
      <Button variant={calm ? 'line' : 'primary'} href={href('recharge')}>
        {messages.recharge}
      </Button>
      <Button variant="line" href={href('withdraw')}>
        {messages.withdraw}
      </Button>
    </div>
  );
}
