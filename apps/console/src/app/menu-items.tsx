import type { MenuProps } from 'antd';
import { Icon } from '../components/icon.tsx';
import type { WorkItem } from '../lib/work-items.ts';
import styles from './frame.module.css';
import type { MenuGroup } from './menu.ts';

/** Groups of the menu as antd takes them, with how many of `items` wait at each entry. */
export const menuItems = (groups: readonly MenuGroup[], items: readonly WorkItem[]): NonNullable<MenuProps['items']> =>
  groups.map(({ label, entries }) => ({
    type: 'group',
    key: label,
    label,
    children: entries.map(({ path, label: name, icon, count }) => ({
      key: path,
      icon: <Icon name={icon} />,
      label: <EntryLabel name={name} count={count?.(items) ?? 0} />,
    })),
  }));

/** The nearest: a page may have an entry below that of its list. */
export function currentOf(groups: readonly MenuGroup[], pathname: string): string {
  const [current = ''] = groups
    .flatMap(({ entries }) => entries)
    .map(({ path }) => path)
    .filter((path) => (path === '/' ? pathname === '/' : pathname.startsWith(path)))
    .toSorted((a, b) => b.length - a.length);
  return current;
}

function EntryLabel({ name, count }: { name: string; count: number }) {
  return (
    <span className={styles.entry}>
      {name}
      {count > 0 && <span className={styles.count}>{count}</span>}
    </span>
  );
}
