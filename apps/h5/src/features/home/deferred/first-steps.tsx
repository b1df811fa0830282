import { Card, Icon, Row } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../lib/api/queries.ts';
import { href } from '../../../lib/routes.ts';
import { homeMessages as messages } from '../../../locales/zh/home.ts';
import styles from './first-steps.module.css';

/** What a customer without machines does first, in place of figures that are all zero; what is done is ticked. */
export function FirstSteps() {
  const wallet = useQuery(callQuery('wallet', {}, { background: true }));
  const hasPassword = wallet.data?.hasFundsPassword ?? false;
  const hasRecharged =
    wallet.data?.accounts.some(({ account, total }) => account === 'ELE_ACCOUNT' && /[1-9]/.test(total)) ?? false;
  const { password, recharge, machine } = messages.steps;
  return (
    <Card title={messages.firstSteps}>
      <Row
        icon="lock"
        title={password.title}
        caption={password.text}
        href={href('fundPWA')}
        {...(hasPassword && { value: <Done /> })}
      />
      <Row
        icon="in"
        title={recharge.title}
        caption={recharge.text}
        href={href('recharge', { coin: 'USDT' })}
        {...(hasRecharged && { value: <Done /> })}
      />
      <Row icon="machine" title={machine.title} caption={machine.text} />
    </Card>
  );
}

function Done() {
  return (
    <span className={styles.done} role="img" aria-label={messages.done}>
      <Icon name="checkc" size="s" />
    </span>
  );
}
