import { Skeleton } from '@lode/ui';
import styles from './later-places.module.css';

export function StripPlace() {
  return (
    <div className={styles.strip}>
      <Skeleton width="64%" height={26} />
    </div>
  );
}
