import { call } from '../api/call.ts';
import { endSession } from './session.ts';

/** Ends the session locally at once, whatever the server answers. */
export async function logOut(): Promise<void> {
  // The call has read its token before the session ends.
  void call('logout', {}, { silent: true }).catch(() => undefined);
  endSession('logout');
}
