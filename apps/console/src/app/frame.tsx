import { useQuery } from '@tanstack/react-query';
import { Button, Layout, Menu } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { SearchDialog } from '../features/search/search-dialog.tsx';
import { useKeys } from '../lib/keys.ts';
import { callQuery } from '../lib/queries.ts';
import { SearchBox } from '../lib/search-box.ts';
import { useMay, useSession } from '../lib/session.ts';
import { roleNames, frameTexts as texts } from '../locales/zh/frame.ts';
import { Brand } from './brand.tsx';
import { ExportStatus } from './export-status.tsx';
import styles from './frame.module.css';
import { KeyBar } from './key-bar.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { menu } from './menu.ts';
import { currentOf, menuItems } from './menu-items.tsx';

/** Menu, page and key bar. */
export function Frame() {
  const session = useSession();
  const may = useMay();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const queue = useQuery({ ...callQuery('workQueue', {}), refetchInterval: 15_000 });
  const [showsKeys, setShowsKeys] = useState(false);
  const items = queue.data?.items ?? [];
  const groups = useMemo(
    () =>
      menu.map(({ label, entries }) => ({
        label,
        entries: entries.filter(({ call }) => call === undefined || may(call)),
      })),
    [may],
  );
  const current = currentOf(groups, pathname);
  const [isSearching, setSearching] = useState(false);
  const search = useCallback(() => setSearching(true), []);
  const keys = useMemo(
    () =>
      Object.fromEntries([
        ['/', search],
        ['?', () => setShowsKeys(true)],
        ...groups.flatMap(({ entries }) => entries).map(({ key, path }) => [`g ${key}`, () => void navigate(path)]),
      ]),
    [groups, navigate, search],
  );
  useKeys(keys);

  return (
    <Layout className={styles.app} hasSider>
      <Layout.Sider width={200} theme="light" className={styles.sider}>
        <div className={styles.column}>
          <Brand />
          <nav aria-label={texts.menu} className={styles.menu}>
            <Menu
              mode="inline"
              inlineIndent={8}
              selectedKeys={[current]}
              onClick={({ key }) => void navigate(key)}
              items={menuItems(groups, items)}
            />
          </nav>
          <div className={styles.me}>
            <span className={styles.initial} aria-hidden="true">
              {[...session.name][0]?.toUpperCase()}
            </span>
            <div className={styles.who}>
              <div className={styles.name}>{session.name}</div>
              <div className={styles.role}>
                {roleNames[session.role]} {session.role}
              </div>
            </div>
          </div>
        </div>
      </Layout.Sider>
      <Layout className={styles.body}>
        <main className={styles.main}>
          <SearchBox value={search}>
            <Outlet />
          </SearchBox>
        </main>
        <KeyBar>
          <ExportStatus />
          {queue.dataUpdatedAt > 0 && <span>{texts.readAt(queue.dataUpdatedAt)}</span>}
          {queue.error && (
            <Button type="link" size="small" onClick={() => void queue.refetch()}>
              {texts.offline}
            </Button>
          )}
        </KeyBar>
      </Layout>
      {showsKeys && (
        <KeysDialog entries={groups.flatMap(({ entries }) => entries)} onClose={() => setShowsKeys(false)} />
      )}
      {isSearching && <SearchDialog onClose={() => setSearching(false)} />}
    </Layout>
  );
}
