import { Skeleton } from '@lode/ui';
import styles from './strip-placeholder.module.css';

export function StripPlaceholder() {
  return (
    <div className={styles.strip}>
      <Skeleton width="64%" height={26} />
    </div>
  );
}
