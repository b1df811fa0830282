/** SQL: confirmed as often as it needs, and not credited. `deposit` is the name of its table in the query. */
export const isReady = (deposit: string, newest: string): string =>
  `${deposit}.status in ('CONFIRMING', 'BELOW_MINIMUM') and ${deposit}.height + ${deposit}.needed - 1 <= ${newest}`;

/** SQL: the deposits of a row's customer in the last `depth` blocks reach `least` together; not so where `least` is null. */
export const isLarge = (
  row: string,
  { newest, depth, least }: { newest: string; depth: string; least: string },
): string =>
  `${least} <= (
     select sum(recent.amount) from deposit recent
     where recent.customer_id = ${row}.customer_id and recent.network = ${row}.network and recent.height > ${newest} - ${depth})`;
