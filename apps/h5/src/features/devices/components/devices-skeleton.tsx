import { Card, ChipBar, Skeleton, SkeletonScreen } from '@lode/ui';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import styles from './devices.module.css';
import rows from './machine-list.module.css';

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
      <div className={styles.summaryFigures}>
        <Skeleton width={200} height={100} />
        <Skeleton width={280} height={100} />
      </div>
      <div className={styles.skeletonBasis}>
        <Skeleton width={320} height={24} />
      </div>
    </Card>
  );
}

export function MachineListSkeleton() {
  return (
    <SkeletonScreen>
      <div className={rows.list}>
        {[0, 1, 2, 3].map((row) => (
          <div key={row} className={rows.row}>
            <div className={rows.lines}>
              {[
                [280, 130],
                [340, 150],
                [300, 180],
              ].map(([left, right]) => (
                <div key={left} className={styles.skeletonPair}>
                  <Skeleton width={left} height={28} />
                  <Skeleton width={right} height={28} />
                </div>
              ))}
            </div>
          </div>
        ))}
      </div>
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
