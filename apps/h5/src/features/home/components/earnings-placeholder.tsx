import { Card, KeyValues, Skeleton } from '@lode/ui';
import { homeMessages as messages } from '../../../locales/zh/home.ts';
import styles from './strip-placeholder.module.css';

const value = <Skeleton width={200} height={34} />;

/** In the height of what was earned, so that the layout does not shift. */
export function EarningsPlaceholder() {
  return (
    <Card title={messages.earnings} action={<Skeleton width={240} height={88} />}>
      <KeyValues items={messages.earningPeriods.map((label) => ({ label, value }))} />
      <div className={styles.earnings} />
    </Card>
  );
}
