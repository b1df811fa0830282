import type { CallName } from '../paths.ts';
import { assetRoutes } from './assets.ts';
import { coinUpRoutes } from './coin-up.ts';
import { contentRoutes } from './content.ts';
import { depositRoutes } from './deposits.ts';
import { deviceRoutes } from './devices.ts';
import { earningRoutes } from './earnings.ts';
import { faultRoutes } from './faults.ts';
import { homeRoutes } from './home.ts';
import { messageRoutes } from './messages.ts';
import { moneyGuardRoutes } from './money-guards.ts';
import type { DataOf, InputOf, RouteSpec } from './route.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { securityRoutes } from './security.ts';
import { supportRoutes } from './support.ts';
import { userRoutes } from './user.ts';
import { withdrawalRoutes } from './withdrawals.ts';

export { ledgerTypes, statementTypes } from './assets.ts';
export { coinUpDirections, coinUpStates } from './coin-up.ts';
export { agreementKeys } from './content.ts';
export { earningPeriods } from './earnings.ts';
export { chosenMessageKinds, messageKinds } from './messages.ts';
export type { Access, LimitGroup, RouteSpec } from './route.ts';
export { noticeKinds } from './security.ts';
export { longestSupportText, supportSubjects } from './support.ts';
export { holdReasons, thirdStatuses, withdrawalStatuses, withdrawalSteps } from './withdrawals.ts';

/** Every call of the customer API, once: server, client and the OpenAPI document all read it here. */
export const routes = {
  ...homeRoutes,
  ...contentRoutes,
  ...userRoutes,
  ...assetRoutes,
  ...deviceRoutes,
  ...earningRoutes,
  ...coinUpRoutes,
  ...depositRoutes,
  ...moneyGuardRoutes,
  ...securityRoutes,
  ...messageRoutes,
  ...faultRoutes,
  ...supportRoutes,
  ...secondFactorRoutes,
  ...withdrawalRoutes,
} satisfies Record<CallName, RouteSpec>;

type Routes = typeof routes;
/** Who may make a call: `AccessOf<'login'>` is `'open'`. */
export type AccessOf<Call extends CallName> = Routes[Call]['access'];
/** What a call takes: `Input<'login'>`. */
export type Input<Call extends CallName> = InputOf<Routes[Call]>;
/** The calls that answer with a file. */
export type FileCall = {
  [Call in CallName]: Routes[Call] extends { mediaTypes: readonly string[] } ? Call : never;
}[CallName];
/** What a call answers with code 200: `Data<'login'>`. */
export type Data<Call extends CallName> = DataOf<Routes[Call]>;
