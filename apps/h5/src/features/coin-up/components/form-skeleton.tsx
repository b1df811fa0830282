import { Card, Skeleton, SkeletonScreen } from '@lode/ui';
import styles from './form.module.css';

export function FormSkeleton() {
  return (
    <SkeletonScreen>
      <div className={styles.form}>
        <Skeleton height={88} shape="control" />
        <Card>
          <Skeleton height={190} />
        </Card>
        <Card>
          <Skeleton height={158} />
        </Card>
      </div>
    </SkeletonScreen>
  );
}
