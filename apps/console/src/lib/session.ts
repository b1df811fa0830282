import type { ConsoleSession } from '@lode/contract/console';
import { useRouteLoaderData } from 'react-router';

/** The own session, as the frame was entered with it. */
export function useSession(): ConsoleSession {
  const session = useRouteLoaderData<ConsoleSession>('frame');
  if (session === undefined) throw new Error('outside the frame there is no session');
  return session;
}
