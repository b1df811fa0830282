import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callQuery } from '../lib/api/queries.ts';
import { rootStore } from '../lib/session/root-store.ts';
import { useClientState } from '../lib/session/session.ts';

/** Loads the customer's theme, applies it and stores it for the next start (src/start). */
export function ThemeProvider() {
  const token = useClientState((state) => state.token);
  const theme = useClientState((state) => state.theme);
  const skin = useQuery({
    ...callQuery('skinTag', { groupTagType: 'APP_SKIN' }, { background: true }),
    enabled: token !== null,
  });
  const tag = skin.data?.tag;
  useEffect(() => {
    if (tag) rootStore.setState({ theme: tag });
  }, [tag]);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    const hero = getComputedStyle(document.documentElement).getPropertyValue('--hero').trim();
    if (hero) document.querySelector('meta[name=theme-color]')?.setAttribute('content', hero);
  }, [theme]);
  return null;
}
