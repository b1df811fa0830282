import { normaliseAccount } from '@lode/contract';
import type { PlaceOf } from '../../platform/geo/session-city.ts';
import type { Handlers } from '../../platform/http/context.ts';
import { rowId } from '../../platform/http/page.ts';
import { badInput, notFound } from '../../platform/http/refusal.ts';
import { type ChangePasswordDeps, setPassword, updatePassword } from './change-password.ts';
import { findCustomer, readCustomer } from './customer.store.ts';
import { announceEnd, endAllSessions } from './end-all-sessions.ts';
import { type LogInDeps, logIn } from './log-in.ts';
import { type RequestCodeDeps, requestCode } from './request-code.ts';
import { deviceShown, endSession, liveSessions } from './session.store.ts';
import { skinOf, userView } from './user-view.ts';

export interface IdentityRouteDeps extends LogInDeps, RequestCodeDeps, ChangePasswordDeps {
  /** Where the network of a session is. */
  placeOf: PlaceOf;
}

export function identityRoutes(deps: IdentityRouteDeps) {
  const { database, announce, placeOf } = deps;

  const endOwn = (customerId: bigint, end: { id: bigint; reason: 'logout' | 'revoked'; now: Date }) =>
    database.transaction(async (dbTx) => {
      if (!(await endSession(dbTx, { customerId, ...end }))) return false;
      await announceEnd(dbTx, announce, { customerId, ended: 1, ...end });
      return true;
    });

  return {
    login: (context, input) => logIn(deps, context, input),
    sendCode: (context, input) => requestCode(deps, context, input),
    updatePassword: (context, input) => updatePassword(deps, context, input),
    setPassword: (context, input) => setPassword(deps, context, input),

    async accountExists(_context, input) {
      const account = normaliseAccount(input.account);
      if (account === null) return badInput('account');
      return { exist: (await findCustomer(database, account)) !== null };
    },

    async userInfo({ session }) {
      return userView(await readCustomer(database, session.customerId));
    },

    async skinTag({ session }, { groupTagType }) {
      return { groupTagType, tag: skinOf(await readCustomer(database, session.customerId)) };
    },

    async logout({ session, now }) {
      await endOwn(session.customerId, { id: session.id, reason: 'logout', now });
      return null;
    },

    async sessionList({ session, now }) {
      const sessions = await liveSessions(database, session.customerId, now);
      return sessions.map(({ id, deviceId, createdAt, expiresAt, lastUsedAt, ...shown }) => ({
        id: id.toString(),
        deviceId: deviceShown(deviceId),
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        ...shown,
        ...placeOf(shown.network),
        current: id === session.id,
      }));
    },

    async sessionRevokeAll({ session, now }, { keepCurrent = true }) {
      const keep = keepCurrent ? session.id : null;
      const { customerId } = session;
      return database.transaction(async (dbTx) => ({
        ended: await endAllSessions(dbTx, announce, { customerId, keep, reason: 'revoked', now }),
      }));
    },

    async sessionRevoke({ session, now }, input) {
      const id = rowId(input.id);
      const { customerId } = session;
      const isEnded = id !== null && (await endOwn(customerId, { id, reason: 'revoked', now }));
      return isEnded ? null : notFound();
    },
  } satisfies Handlers;
}
