import { Card, Columns, EmptyVein, Hero, HeroBody, Main, Skeleton, SkeletonScreen } from '@lode/ui';
import { HeroActions } from '../../../components/hero-actions.tsx';
import { homeMessages as messages } from '../../../locales/zh/home.ts';
import heroStyles from './assets-hero.module.css';
import { EarningsPlaceholder } from './earnings-placeholder.tsx';
import styles from './home-skeleton.module.css';
import { StripPlaceholder } from './strip-placeholder.tsx';

/** Each line has the height of its figure. */
export function HomeSkeleton() {
  return (
    <SkeletonScreen>
      <Hero>
        <HeroBody>
          <div className={heroStyles.label}>{messages.totalInUsdt}</div>
          <div className={styles.display}>
            <Skeleton width="62%" height={64} />
          </div>
          <div className={styles.worth}>
            <Skeleton width="40%" height={26} />
          </div>
          <div className={styles.share}>
            <Skeleton width="100%" height={8} />
          </div>
          <div className={styles.shares}>
            <Skeleton width={160} height={28} />
            <Skeleton width={160} height={28} />
          </div>
          <div className={heroStyles.actions}>
            <HeroActions />
          </div>
          <div className={styles.output}>
            <Columns
              even
              items={[
                { label: messages.yesterdayOutput, value: <Skeleton width="80%" height={50} />, note: <Note /> },
                { label: messages.todayEstimate, value: <Skeleton width="80%" height={50} />, note: <Note /> },
              ]}
            />
          </div>
        </HeroBody>
        <EmptyVein />
      </Hero>
      <Main padded>
        <StripPlaceholder />
        <EarningsPlaceholder />
        <Card title={messages.electricity}>
          <div className={styles.days}>
            <Skeleton width={120} height={60} />
            <Skeleton width={220} height={60} />
          </div>
          <Skeleton width="100%" height={16} />
        </Card>
        <Card title={messages.machines}>
          <Columns
            even
            items={[
              { label: messages.running, value: <Skeleton width="60%" height={50} /> },
              { label: messages.hashrate, value: <Skeleton width="60%" height={50} /> },
            ]}
          />
          <div className={styles.bar}>
            <Skeleton width="100%" height={16} />
          </div>
        </Card>
      </Main>
    </SkeletonScreen>
  );
}

function Note() {
  return (
    <span className={styles.note}>
      <Skeleton width="60%" height={26} />
    </span>
  );
}
