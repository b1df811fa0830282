import { NavBar, Page, useBodyLock } from '@lode/ui';
import { type ReactNode, useEffect } from 'react';
import { useBack } from '../lib/navigation.ts';

interface ScreenProps {
  title: string;
  /** Right end of the title bar. */
  action?: ReactNode;
  ground?: 'paper' | 'hero';
  /** Sticks to the bottom edge. */
  foot?: ReactNode;
  /** Tab pages and the login have no title bar. */
  bar?: 'title' | 'tabs' | 'none';
  /** Locks the body; overflow scrolls between title and foot. */
  fixed?: boolean;
  children: ReactNode;
}

/** Layout of every page: title, 返回, foot, room for the tab bar. */
export function Screen({ title, action, ground = 'paper', foot, bar = 'title', fixed = false, children }: ScreenProps) {
  const back = useBack();
  useBodyLock(fixed);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const nav = bar === 'title' ? <NavBar title={title} onBack={back} action={action} ground={ground} /> : undefined;
  return (
    <Page nav={nav} foot={foot} tabBar={bar === 'tabs'} fixed={fixed}>
      {children}
    </Page>
  );
}
