import { type ConsoleData, consoleRoutes, importActions, proposableActions } from '@lode/contract/console';
import type { ConsolePart } from '../../platform/http/console/console-context.ts';
import type { NeededRoles } from '../../platform/staff/authority.ts';

type Action = ConsoleData<'permissions'>['actions'][number];

/** What a role may do, as each call and each action itself declares it; both are checked again when they are made. */
export function permissionsConsole(neededFor: (action: Action) => NeededRoles | undefined): ConsolePart<'permissions'> {
  const actions = [...proposableActions, ...importActions];
  return {
    permissions: async ({ session: { role } }) => ({
      calls: Object.entries(consoleRoutes).flatMap(([call, { roles }]) =>
        (roles?.includes(role) ?? true) ? [call] : [],
      ),
      actions: actions.filter((action) => neededFor(action)?.by.includes(role) ?? false),
    }),
  };
}
