import { Card, Skeleton, SkeletonScreen } from '@lode/ui';
import styles from './outputs.module.css';

export function OutputsSkeleton() {
  return (
    <SkeletonScreen>
      <Card>
        <div className={styles.skeletonRow}>
          <Skeleton width={300} height={72} />
          <Skeleton width={240} height={72} />
        </div>
      </Card>
      <div className={styles.skeletonGroup}>
        <Skeleton width={240} height={38} />
      </div>
      <Card flush>
        {[0, 1, 2, 3].map((row) => (
          <div key={row} className={styles.skeletonRow}>
            <Skeleton width={260} height={68} />
            <Skeleton width={220} height={68} />
          </div>
        ))}
      </Card>
    </SkeletonScreen>
  );
}
