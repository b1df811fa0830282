import type { Data } from '@lode/contract';
import { AppLink } from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { type UIEvent, useState } from 'react';
import { callQuery } from '../../../lib/api/queries.ts';
import { contentHref } from '../../../lib/content-links.ts';
import { contentMessages as messages } from '../../../locales/zh/content.ts';
import styles from './banners.module.css';

type Banner = Data<'bannerList'>[number];

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
          <BannerPicture key={banner.id} banner={banner} name={messages.banner(i + 1, list.length)} />
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

function BannerPicture({ banner, name }: { banner: Banner; name: string }) {
  const target = contentHref(banner, 'Banner');
  const picture = (
    <>
      <img src={banner.img} alt={banner.title ?? name} loading="lazy" decoding="async" draggable={false} />
      {banner.title !== null && (
        <span className={styles.caption} aria-hidden="true">
          {banner.title}
        </span>
      )}
    </>
  );
  return target === undefined ? (
    <div className={styles.banner}>{picture}</div>
  ) : (
    <AppLink href={target} className={styles.banner}>
      {picture}
    </AppLink>
  );
}
