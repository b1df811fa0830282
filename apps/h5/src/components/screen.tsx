import { NavBar, Page, useBodyLock } from '@lode/ui';
import { type ReactNode, useEffect } from 'react';
import { useBack } from '../lib/navigation.ts';
import { SupportLink } from './support-link.tsx';

interface ScreenProps {
  title: string;
  /** Right end of the title bar, before 客服; null for neither. */
  action?: ReactNode;
  ground?: 'paper' | 'hero';
  /** Sticks to the bottom edge. */
  foot?: ReactNode;
  /** The foot says something, such as a sum: it stands on a surface of its own. */
  footBar?: boolean;
  /** Tab pages and the login have no title bar. */
  bar?: 'title' | 'tabs' | 'none';
  /** Locks the body; overflow scrolls between title and foot. */
  fixed?: boolean;
  children: ReactNode;
}

/** Layout of every page: title, 返回, foot, room for the tab bar. */
export function Screen(props: ScreenProps) {
  const { title, action, ground = 'paper', foot, footBar, bar = 'title', fixed = false, children } = props;
  const back = useBack();
  useBodyLock(fixed);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const right = action !== null && (
    <>
      {action}
      <SupportLink />
    </>
  );
  const nav = bar === 'title' ? <NavBar title={title} onBack={back} action={right} ground={ground} /> : undefined;
  return (
    <Page nav={nav} foot={foot} footBar={footBar} tabBar={bar === 'tabs'} fixed={fixed}>
      {children}
    </Page>
  );
}
