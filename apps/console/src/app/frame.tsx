import { useQuery } from '@tanstack/react-query';
import { Button, Layout, Menu } from 'antd';
import { useMemo } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { Icon, type IconName } from '../components/icon.tsx';
import { callQuery } from '../lib/queries.ts';
import { useSession } from '../lib/session.ts';
import { roleNames, frameTexts as texts } from '../locales/zh/frame.ts';
import { Brand } from './brand.tsx';
import styles from './frame.module.css';
import { KeyBar } from './key-bar.tsx';
import { useKeys } from './keys.ts';

interface Entry {
  path: string;
  label: string;
  icon: IconName;
  count?: number;
}

/** Menu, page and key bar. A part of the console that is not built has no entry. */
export function Frame() {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const queue = useQuery({ ...callQuery('workQueue', {}), refetchInterval: 15_000 });
  const mine = queue.data?.items.filter(({ isMine }) => isMine) ?? [];
  const groups: { label: string; entries: Entry[] }[] = [
    {
      label: texts.work,
      entries: [
        { path: '/', label: texts.queue, icon: 'queue', count: mine.length },
        {
          path: '/support',
          label: texts.questions,
          icon: 'questions',
          count: queue.data?.items.filter(({ kind }) => kind === 'QUESTION').length ?? 0,
        },
      ],
    },
    { label: texts.system, entries: [{ path: '/account', label: texts.account, icon: 'account' }] },
  ];
  const current = groups
    .flatMap(({ entries }) => entries)
    .filter(({ path }) => (path === '/' ? pathname === '/' : pathname.startsWith(path)))
    .map(({ path }) => path);
  const keys = useMemo(
    () => ({
      'g q': () => void navigate('/'),
      'g k': () => void navigate('/support'),
      'g i': () => void navigate('/account'),
    }),
    [navigate],
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
              selectedKeys={current}
              onClick={({ key }) => void navigate(key)}
              items={groups.map(({ label, entries }) => ({
                type: 'group',
                key: label,
                label,
                children: entries.map(({ path, label: name, icon, count }) => ({
                  key: path,
                  icon: <Icon name={icon} />,
                  label: (
                    <span className={styles.entry}>
                      {name}
                      {count !== undefined && count > 0 && <span className={styles.count}>{count}</span>}
                    </span>
                  ),
                })),
              }))}
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
          <Outlet />
        </main>
        <KeyBar>
          {queue.dataUpdatedAt > 0 && <span>{texts.readAt(queue.dataUpdatedAt)}</span>}
          {queue.error && (
            <Button type="link" size="small" onClick={() => void queue.refetch()}>
              {texts.offline}
            </Button>
          )}
        </KeyBar>
      </Layout>
    </Layout>
  );
}
