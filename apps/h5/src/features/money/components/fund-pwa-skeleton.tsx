import { Skeleton, SkeletonScreen } from '@lode/ui';
import styles from '../fund-pwa-page.module.css';

export function FundPwaSkeleton() {
  return (
    <SkeletonScreen>
      <div className={styles.waiting}>
        <Skeleton width="80%" height={26} />
        {[100, 88, 88].map((height, place) => (
          <div key={`${height} ${place}`}>
            <Skeleton width="36%" height={26} />
            <Skeleton width="100%" height={height} />
          </div>
        ))}
        <Skeleton width="100%" height={96} />
      </div>
    </SkeletonScreen>
  );
}
