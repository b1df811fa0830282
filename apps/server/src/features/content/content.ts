/** What there is to publish, by the name that files and commands call it. */
export const contentKinds = ['banner', 'notice', 'popup', 'forced', 'agreement', 'version'] as const;
export type ContentKind = (typeof contentKinds)[number];

/** The kind as the database spells it. */
export type KindRow = Uppercase<ContentKind>;

export function kindRow(kind: ContentKind): KindRow {
  return kind.toUpperCase() as KindRow;
}

export function kindOf(row: KindRow): ContentKind {
  return row.toLowerCase() as ContentKind;
}

/** What an operator writes. Which parts a kind has stands in `check-content.ts`. */
export interface ContentInput {
  kind: ContentKind;
  /** One name is one place: what is published under it takes the place of what was. */
  name: string;
  version?: string;
  title?: string;
  /** Plain. */
  text?: string;
  /** As written: it is sanitised when it is saved. */
  html?: string;
  image?: Buffer;
  url?: string;
  isForce?: boolean;
  /** Not before; without it at the moment of publication. */
  from?: Date;
  to?: Date;
  /** A customers' tag; without it all customers. */
  audience?: string;
  order?: number;
}
