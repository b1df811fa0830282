import { Card, Hero, HeroBody, Main, RunningStrip, Skeleton, SkeletonScreen } from '@lode/ui';
import { titles } from '../../../locales/zh/titles.ts';
import styles from './detail.module.css';

export function DetailSkeleton() {
  return (
    <SkeletonScreen>
      <Hero>
        <HeroBody>
          <div className={styles.heroTop}>
            <Skeleton width={320} height={38} />
            <Skeleton width={130} height={44} />
          </div>
          <div className={styles.skeletonLabel}>
            <Skeleton width={96} height={24} />
          </div>
          <div className={styles.skeletonDisplay}>
            <Skeleton width={380} height={64} />
          </div>
          <div className={styles.skeletonNote}>
            <Skeleton width={260} height={24} />
          </div>
          <div className={styles.skeletonNote}>
            <Skeleton width={300} height={24} />
          </div>
          <div className={styles.skeletonNote}>
            <Skeleton width={340} height={24} />
          </div>
          <div className={styles.heroRanges}>
            <Skeleton height={76} shape="control" />
          </div>
        </HeroBody>
        <RunningStrip parts={[]} label={titles.devices_detail} middle={'\u00a0'} />
      </Hero>
      <Main padded>
        {[340, 160, 300].map((height) => (
          <Card key={height}>
            <div className={styles.skeletonTitle}>
              <Skeleton width={220} height={44} />
            </div>
            <Skeleton height={height} shape="control" />
          </Card>
        ))}
      </Main>
    </SkeletonScreen>
  );
}
