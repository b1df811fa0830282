import { Card, Columns, EmptyVein, Hero, HeroBody, KeyValues, Main, Rule, Skeleton, SkeletonScreen } from '@lode/ui';
import { coinUpMessages as messages } from '../../../locales/zh/coin-up.ts';
import { savingsCoins } from '../savings.ts';
import styles from './coin-up-skeleton.module.css';
import heroStyles from './savings-hero.module.css';

const lines = [messages.principal, messages.inTransit, messages.yesterday, messages.total, messages.interestBalance];

/** Each line has the height of its figure. */
export function CoinUpSkeleton() {
  return (
    <SkeletonScreen>
      <Hero>
        <HeroBody>
          <div className={heroStyles.label}>{messages.principalInUsdt}</div>
          <div className={heroStyles.principal}>
            <Skeleton width="56%" height={64} />
          </div>
          <div className={heroStyles.figures}>
            <Columns
              even
              items={[messages.yesterdayInUsdt, messages.totalInUsdt].map((label) => ({
                label,
                value: <Skeleton width="60%" height={48} />,
              }))}
            />
          </div>
        </HeroBody>
        <EmptyVein />
      </Hero>
      <Main padded>
        {savingsCoins.map((coin) => (
          <Card key={coin}>
            <div className={styles.head}>
              <Skeleton width={80} height={80} shape="pill" />
              <Skeleton width={160} height={60} />
              <span className={styles.rate}>
                <Skeleton width={160} height={60} />
              </span>
            </div>
            <Rule />
            <KeyValues items={lines.map((label) => ({ label, value: <Skeleton width={260} height={38} /> }))} />
            <div className={styles.actions}>
              <Skeleton height={96} shape="control" />
              <Skeleton height={96} shape="control" />
            </div>
          </Card>
        ))}
      </Main>
    </SkeletonScreen>
  );
}
