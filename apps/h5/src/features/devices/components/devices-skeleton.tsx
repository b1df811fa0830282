import { Card, ChipBar, Skeleton, SkeletonScreen, Stack } from '@lode/ui';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import styles from './devices.module.css';

export function SummarySkeleton() {
  return (
    <Card>
      <div className={styles.summaryFigures}>
        <Skeleton width={200} height={100} />
        <Skeleton width={280} height={100} />
      </div>
      <div className={styles.bar}>
        <Skeleton height={16} />
      </div>
      <Stack gap={2}>
        {[240, 160, 180].map((width) => (
          <div key={width} className={styles.skeletonPair}>
            <Skeleton width={120} height={30} />
            <Skeleton width={width} height={30} />
          </div>
        ))}
      </Stack>
      <div className={styles.skeletonBasis}>
        <Skeleton width={320} height={24} />
      </div>
    </Card>
  );
}

export function MachineCardsSkeleton() {
  return (
    <SkeletonScreen>
      <Stack>
        {[0, 1, 2].map((card) => (
          <Card key={card}>
            <div className={styles.cardHead}>
              <div className={styles.names}>
                <div className={styles.skeletonTitle}>
                  <Skeleton width={300} height={44} />
                </div>
                <Skeleton width={240} height={30} />
              </div>
              <Skeleton width={130} height={44} />
            </div>
            <div className={styles.skeletonLine}>
              <Skeleton width={130} height={80} />
              <Skeleton width={220} height={80} />
              <Skeleton width={130} height={80} />
            </div>
            <div className={styles.timeLine}>
              <Skeleton width={110} height={34} />
              <Skeleton width={220} height={34} />
            </div>
          </Card>
        ))}
      </Stack>
    </SkeletonScreen>
  );
}

export function ChipsSkeleton() {
  return (
    <ChipBar label={messages.filterByStatus}>
      {[140, 180, 180, 180].map((width, i) => (
        // A fixed list, so the index is a stable key.
        <Skeleton key={i} width={width} height={64} shape="pill" />
      ))}
    </ChipBar>
  );
}
