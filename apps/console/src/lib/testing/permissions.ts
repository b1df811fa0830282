import { type ConsoleData, type ConsoleRole, consoleRoutes } from '@lode/contract/console';

type Permissions = ConsoleData<'permissions'>;

/** What the server says to a role: its calls by the contract, and the actions that a test needs. */
export const permissionsOf = (role: string, actions: readonly Permissions['actions'][number][] = []): Permissions => ({
  calls: Object.entries(consoleRoutes).flatMap(([call, { roles }]) =>
    (roles?.includes(role as ConsoleRole) ?? true) ? [call] : [],
  ),
  actions: [...actions],
});
