import type { QueryRows } from './query-rows.ts';

/** A query with the type of its rows. */
export interface Query<Row> {
  /** Unique in the program: `'wallet.balances'`. The name makes the server keep its plan for the connection's life. */
  readonly name: string;
  readonly text: string;
  /** Carries the type only, is never set. */
  readonly row?: Row;
  readonly locks?: false;
}

/** A query whose effect lasts until the end of its transaction: locks, temporary tables, settings. */
export interface LockingQuery<Row> extends Omit<Query<Row>, 'locks'> {
  readonly locks: true;
}

/** Rows can be narrowed where SQL knows less: the values of a text column, the shape of a JSON document, an expression without null. */
interface DescribedQuery<Found> extends Query<Known<Found>> {
  readonly as: <Row extends Narrowed<Row, Found>>() => Query<Row>;
}

interface DescribedLockingQuery<Found> extends LockingQuery<Known<Found>> {
  readonly as: <Row extends Narrowed<Row, Found>>() => LockingQuery<Row>;
}

/** `undefined` in `QueryRows` marks an expression: PostgreSQL does not say whether it can be null. */
type Known<Found> = {
  [Column in keyof Found]: undefined extends Found[Column] ? Exclude<Found[Column], undefined> | null : Found[Column];
};

/** Each column exists, has the described type, a narrower or a wider one, and admits null where its table does. */
type Narrowed<Row, Found> = {
  [Column in keyof Row]: Column extends keyof Found ? NarrowedColumn<Row[Column], Found[Column]> : never;
};

type NarrowedColumn<Value, Found> =
  Fits<Exclude<Value, null>, NonNullable<Found>> extends true
    ? undefined extends Found
      ? Value
      : null extends Found
        ? null extends Value
          ? Value
          : Found
        : Value
    : Exclude<Found, undefined>;

type Fits<Value, Found> = [Value] extends [Found] ? true : [Found] extends [Value] ? true : false;

/** A query with several texts has a number behind its name; their rows are alike. */
type QueryName = keyof QueryRows | `${keyof QueryRows}.${number}`;
type RowsOf<Name extends QueryName> = Name extends keyof QueryRows
  ? QueryRows[Name]
  : { [Base in keyof QueryRows]: Name extends `${Base}.${number}` ? QueryRows[Base] : never }[keyof QueryRows];

const declared = new Map<string, string>();

/** The text of each query that loaded modules declare, by name. */
export const declaredQueries: ReadonlyMap<string, string> = declared;

const lasting =
  /\bfor (?:no key |key )?(?:update|share)\b|\block_balances\(|\bselect hold_\w+\(|\bpg_(?:try_)?advisory_xact_lock|\bcreate temporary table\b|\bset (?:local|transaction)\b/i;

/**
 * Declares a query, once, when its module loads. `npm run db:types` writes the type of its rows into `query-rows.ts`.
 * Throws when the text locks (declare a `lockingQuery`, which only a transaction runs) and when the name is taken.
 */
export function query<Name extends QueryName>(name: Name, text: string): DescribedQuery<RowsOf<Name>> {
  if (lasting.test(text))
    throw new Error(`query ${name} locks rows or lasts for a transaction: declare a lockingQuery`);
  declare(name, text);
  const described: DescribedQuery<RowsOf<Name>> = { name, text, as: () => described as never };
  return described;
}

/** As `query`, for a text with an effect until the end of its transaction. */
export function lockingQuery<Name extends QueryName>(name: Name, text: string): DescribedLockingQuery<RowsOf<Name>> {
  declare(name, text);
  const described: DescribedLockingQuery<RowsOf<Name>> = { name, text, locks: true, as: () => described as never };
  return described;
}

function declare(name: string, text: string): void {
  if ((declared.get(name) ?? text) !== text) throw new Error(`two queries are named ${name}`);
  declared.set(name, text);
}
