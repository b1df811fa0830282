import { NavBar, Page, useBodyLock } from '@lode/ui';
import { type ReactNode, useEffect } from 'react';
import { useBack } from '../lib/navigation.ts';

interface ScreenProps {
  title: string;
  /** Right end of the title bar. */
  action?: ReactNode;
  ground?: 'paper' | 'hero';
  /** Bar that stays at the bottom. */
  foot?: ReactNode;
  /** Pages of the tab bar and the login have no title bar: they open with a head of their own. */
  bar?: 'title' | 'tabs' | 'none';
  /** The body does not scroll; what does not fit scrolls between title and foot. */
  fixed?: boolean;
  children: ReactNode;
}

/** The frame of every page: title, way back, foot, room for the tab bar. */
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
