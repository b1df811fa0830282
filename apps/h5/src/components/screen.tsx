import { NavBar, Page } from '@lode/ui';
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
  children: ReactNode;
}

/** The frame of every page: title, way back, foot, room for the tab bar. */
export function Screen({ title, action, ground = 'paper', foot, bar = 'title', children }: ScreenProps) {
  const back = useBack();
  useEffect(() => {
    document.title = title;
  }, [title]);
  const nav = bar === 'title' ? <NavBar title={title} onBack={back} action={action} ground={ground} /> : undefined;
  return (
    <Page nav={nav} foot={foot} tabBar={bar === 'tabs'}>
      {children}
    </Page>
  );
}
