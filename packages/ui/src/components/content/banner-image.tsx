import { titleLines } from '../../lib/title-lines.ts';
import { AppLink } from '../link/link.tsx';
import styles from './banner-image.module.css';

export interface BannerImageProps {
  src: string;
  /** Shown on the image; null: none. */
  title: string | null;
  /** What the image is without a title. */
  name: string;
  href?: string | undefined;
}

/** A banner in its fixed proportions. */
export function BannerImage({ src, title, name, href }: BannerImageProps) {
  const image = (
    <>
      <img src={src} alt={title ?? name} loading="lazy" decoding="async" draggable={false} />
      {title !== null && <Words {...titleLines(title)} />}
    </>
  );
  if (href === undefined) return <div className={styles.banner}>{image}</div>;
  return (
    <AppLink href={href} className={styles.banner}>
      {image}
    </AppLink>
  );
}

function Words({ head, line }: ReturnType<typeof titleLines>) {
  return (
    <span className={styles.caption} aria-hidden="true">
      <span>{head}</span>
      {line !== null && <span className={styles.line}>{line}</span>}
    </span>
  );
}
