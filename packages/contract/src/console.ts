import type { Static } from '@sinclair/typebox';
import { ownLoginRoutes } from './console/own-login.ts';
import { proposingRoutes } from './console/proposing.ts';
import type { ConsoleRoute } from './console/route.ts';
import { supportRoutes } from './console/support.ts';
import { workQueueRoutes } from './console/work-queue.ts';
import type { ConsoleCall } from './console-paths.ts';

export { proposableActions } from './console/proposing.ts';
export type { ConsoleAccess, ConsoleLimit, ConsoleRole, ConsoleRoute } from './console/route.ts';
export type { ConsoleCall } from './console-paths.ts';

/** Every call of the console's own listener, by area. */
export const consoleRoutes = {
  ...ownLoginRoutes,
  ...workQueueRoutes,
  ...proposingRoutes,
  ...supportRoutes,
} as const satisfies Record<ConsoleCall, ConsoleRoute>;

export type ConsoleInput<Call extends ConsoleCall> = Static<(typeof consoleRoutes)[Call]['input']>;
export type ConsoleData<Call extends ConsoleCall> = Static<(typeof consoleRoutes)[Call]['data']>;
export type ConsoleSession = ConsoleData<'session'>;
