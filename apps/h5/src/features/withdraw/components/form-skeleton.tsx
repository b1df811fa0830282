import { Card, Skeleton, SkeletonScreen } from '@lode/ui';
import styles from './withdraw.module.css';

export function FormSkeleton() {
  return (
    <SkeletonScreen>
      <div className={styles.form}>
        <div>
          <Skeleton width={120} height={26} />
          <Skeleton height={100} shape="control" />
        </div>
        <Card>
          <Skeleton height={380} />
        </Card>
      </div>
    </SkeletonScreen>
  );
}
