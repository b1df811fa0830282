import type { ConsoleData, ConsoleSession } from '@lode/contract/console';
import type { ConsoleCall } from '@lode/contract/console-paths';
import type { QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useRouteLoaderData } from 'react-router';
import { callQuery } from './queries.ts';

type Permissions = ConsoleData<'permissions'>;
type Action = Permissions['actions'][number];

export type May = (what: ConsoleCall | Action) => boolean;

interface Entered {
  session: ConsoleSession;
  permissions: Permissions;
}

/** The own session and what it may do; null while something has to be set up first. */
export async function enter(queryClient: QueryClient): Promise<Entered | null> {
  // At once with the session: it never throws, and what it found is taken below.
  void queryClient.prefetchQuery(callQuery('permissions', {}));
  const session = await queryClient.ensureQueryData(callQuery('session', {}));
  if (session.stage !== 'OPEN') return null;
  return { session, permissions: await queryClient.ensureQueryData(callQuery('permissions', {})) };
}

function useEntered(): Entered {
  const entered = useRouteLoaderData<Entered>('frame');
  if (entered === undefined) throw new Error('outside the frame there is no session');
  return entered;
}

/** The own session, as the frame was entered with it. */
export const useSession = (): ConsoleSession => useEntered().session;

/** Whether the own role may make a call (`orderDay`) or propose an action (`tariff:set`): the server decides it and refuses the rest. */
export function useMay(): May {
  const { calls, actions } = useEntered().permissions;
  return useCallback((what) => calls.includes(what) || (actions as readonly string[]).includes(what), [calls, actions]);
}
