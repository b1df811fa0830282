import type { Clock } from '../../platform/clock/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { MessageDriver } from './message.ts';
import { keepLocalMessage } from './messages.store.ts';

/** Keeps messages in a table where `/dev/messages` shows them: for the demo, where no provider is at hand. */
export function localDriver(db: Queryable, clock: Clock): MessageDriver {
  return {
    send(message) {
      const at = message.scene === 'NOTICE' && message.at !== undefined ? new Date(message.at) : clock.now();
      return keepLocalMessage(db, message, at);
    },
  };
}
