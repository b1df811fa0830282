import { zh } from '../../locale/zh.ts';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-names.ts';
import { AppLink } from '../link/link.tsx';
import styles from './tab-bar.module.css';

/** The main navigation at the bottom edge; `current` is the `href` of the open tab. */
export function TabBar({
  items,
  current,
}: {
  items: readonly { href: string; icon: IconName; label: string }[];
  current: string;
}) {
  return (
    <nav className={styles.bar} aria-label={zh.mainNavigation}>
      {items.map(({ href, icon, label }) => (
        <AppLink key={href} href={href} className={styles.tab} aria-current={href === current ? 'page' : undefined}>
          <Icon name={icon} />
          {label}
        </AppLink>
      ))}
    </nav>
  );
}
