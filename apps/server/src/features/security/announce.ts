import { execute } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { callerNetwork } from '../../platform/http/caller-network.ts';
import {
  type AnnounceEvent,
  type AnnounceEvents,
  loggedKinds,
  type SecurityEvent,
  type SecurityEventKind,
} from '../../platform/security-event.ts';

export const notifyCustomerJob = 'notify-customer';

/** What the job is given; the contacts are in full here and nowhere in the log. */
export interface NotifyPayload {
  event: string;
  via: string | null;
  formerContact: string | null;
}

const insertLogged = query(
  'security.log-event',
  'insert into security_event (at, kind, customer_id, detail) values ($1, $2, $3, $4::jsonb)',
);

const insertAndQueue = query(
  'security.announce',
  `with event as (insert into security_event (at, kind, customer_id, detail) values ($1, $2, $3, $4::jsonb) returning id)
   select add_job($5::text, json_build_object('event', event.id::text, 'via', $6::text, 'formerContact', $7::text), null, null) from event`,
);

const withoutNotice: ReadonlySet<SecurityEventKind> = new Set(loggedKinds);

const insertAndQueueAll = query(
  'security.announce-all',
  `with event as (
     insert into security_event (at, kind, customer_id, detail)
     select at, kind, customer, detail::jsonb
     from unnest((select $1::timestamptz[]), (select $2::text[]), (select $3::bigint[]), (select $4::text[]))
       with ordinality asked (at, kind, customer, detail, place)
     order by place returning id)
   select add_jobs($5::text, array_agg(json_build_object('event', event.id::text, 'via', null, 'formerContact', null))) from event`,
);

const detailOf = ({ detail = {}, network = callerNetwork() }: SecurityEvent): string =>
  JSON.stringify(network === null ? detail : { ...detail, network });

/** One statement, and nothing of the customer is read: an unknown account costs the same as a known one. */
export const announce: AnnounceEvent = async (db, event) => {
  const { kind, customerId, at, via, formerContact } = event;
  const row = [at, kind, customerId, detailOf(event)];
  if (withoutNotice.has(kind)) await execute(db, insertLogged, row);
  else await execute(db, insertAndQueue, [...row, notifyCustomerJob, via ?? null, formerContact ?? null]);
};

export const announceAll: AnnounceEvents = async (db, events) => {
  if (events.some(({ kind }) => withoutNotice.has(kind))) throw new Error('an event without a notice');
  await execute(db, insertAndQueueAll, [
    events.map(({ at }) => at),
    events.map(({ kind }) => kind),
    events.map(({ customerId }) => customerId),
    events.map(detailOf),
    notifyCustomerJob,
  ]);
};
