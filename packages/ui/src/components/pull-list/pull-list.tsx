import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { classes } from '../../lib/classes.ts';
import { timings } from '../../lib/timings.ts';
import { usePull } from '../../lib/use-pull.ts';
import { useReachBottom } from '../../lib/use-reach-bottom.ts';
import { zh } from '../../locale/zh.ts';
import { Icon } from '../icon/icon.tsx';
import { Spinner } from '../spinner/spinner.tsx';
import styles from './pull-list.module.css';

export interface PullListProps {
  /** Resolves with the new data. */
  onRefresh: () => Promise<unknown>;
  hasMore?: boolean;
  isLoadingMore?: boolean;
  /** Loading the next page failed: the bottom line offers a retry. */
  hasFailed?: boolean;
  onLoadMore?: () => void;
  /** False without a list to continue, such as an empty one. */
  hasBottom?: boolean;
  children: ReactNode;
}

/** A page with pull-to-refresh at 40 px that loads further pages at its end; the window scrolls. */
export function PullList({
  onRefresh,
  hasMore = false,
  isLoadingMore = false,
  hasFailed = false,
  onLoadMore,
  hasBottom = true,
  children,
}: PullListProps) {
  const area = useRef<HTMLDivElement>(null);
  const { state, distance } = usePull(area, onRefresh);
  useReachBottom(hasMore && !isLoadingMore && !hasFailed, onLoadMore);
  useOverscrollContain();

  return (
    <div ref={area} className={styles.area}>
      <div
        className={classes(styles.pull, state !== 'pulling' && styles.settling)}
        style={{ '--pulled': `${distance}px` } as CSSProperties}
        role="status"
      >
        {state === 'pulling' && (
          <span className={styles.words}>
            <span className={classes(styles.arrow, distance >= timings.pullThreshold && styles.turned)}>
              <Icon name="down" size="xs" />
            </span>
            {zh.pullToRefresh}
          </span>
        )}
        {state === 'refreshing' && (
          <span className={styles.words}>
            <Spinner />
            {zh.refreshing}
          </span>
        )}
      </div>
      <div className={styles.content}>{children}</div>
      {hasBottom && (
        <div className={styles.bottom}>
          {hasFailed ? (
            <button type="button" className={styles.again} onClick={onLoadMore}>
              <Icon name="refresh" size="xs" />
              {zh.loadMoreFailed}
            </button>
          ) : hasMore ? (
            <>
              <Spinner />
              {zh.loadingMore}
            </>
          ) : (
            zh.noMore
          )}
        </div>
      )}
    </div>
  );
}

/** The browser's own pull-to-refresh and bounce would interfere. */
function useOverscrollContain(): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const before = style.overscrollBehaviorY;
    style.overscrollBehaviorY = 'contain';
    return () => {
      style.overscrollBehaviorY = before;
    };
  }, []);
}
