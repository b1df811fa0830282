import { Button } from '@lode/ui';
import { href } from '../../../lib/routes.ts';
import { homeMessages as messages } from '../../../locales/zh/home.ts';
import styles from './hero-actions.module.css';

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
