import { BannerImage } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { type UIEvent, useState } from 'react';
import { callQuery } from '../../../lib/api/queries.ts';
import { contentHref } from '../../../lib/content-links.ts';
import { contentMessages as messages } from '../../../locales/zh/content.ts';
import styles from './banners.module.css';

/** The operator's banners, swiped in a box of fixed proportions. */
export function HomeBanners() {
  const banners = useQuery(callQuery('bannerList', {}, { background: true }));
  const [at, setAt] = useState(0);
  const list = banners.data;
  if (list === undefined || list.length === 0) return null;
  function follow({ currentTarget: { scrollLeft, clientWidth } }: UIEvent<HTMLElement>): void {
    if (clientWidth > 0) setAt(Math.round(scrollLeft / clientWidth));
  }
  return (
    <section className={styles.banners} aria-label={messages.banners}>
      <div className={styles.track} onScroll={follow}>
        {list.map((banner, i) => (
          <BannerImage
            key={banner.id}
            src={banner.img}
            title={banner.title}
            name={messages.banner(i + 1, list.length)}
            href={contentHref(banner, 'Banner')}
          />
        ))}
      </div>
      {list.length > 1 && (
        <div className={styles.dots} aria-hidden="true">
          {list.map(({ id }, i) => (
            <i key={id} className={i === at ? styles.on : undefined} />
          ))}
        </div>
      )}
    </section>
  );
}
