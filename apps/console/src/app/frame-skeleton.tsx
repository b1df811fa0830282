import { Layout, Menu } from 'antd';
import { useLocation } from 'react-router';
import { RowsSkeleton } from '../components/query-state.tsx';
import { Brand } from './brand.tsx';
import styles from './frame.module.css';
import { menu } from './menu.ts';
import { currentOf, menuItems } from './menu-items.tsx';

/** Of every role: whose menu it is is not known yet. */
const groups = menu.map(({ label, entries }) => ({
  label,
  entries: entries.filter(({ call }) => call === undefined),
}));

/** The frame while the session is asked for and the page's script loads. Nothing in it can be used. */
export function FrameSkeleton() {
  const { pathname } = useLocation();
  return (
    <Layout className={styles.app} hasSider>
      <Layout.Sider width={200} theme="light" className={styles.sider} inert>
        <div className={styles.column}>
          <Brand />
          <div className={styles.menu}>
            <Menu
              mode="inline"
              inlineIndent={8}
              selectedKeys={[currentOf(groups, pathname)]}
              items={menuItems(groups, [])}
            />
          </div>
        </div>
      </Layout.Sider>
      <Layout className={styles.body}>
        <main className={styles.main}>
          <RowsSkeleton rows={12} />
        </main>
      </Layout>
    </Layout>
  );
}
