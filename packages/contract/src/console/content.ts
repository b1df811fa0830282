import { Type } from '@sinclair/typebox';
import { consolePaths, largestImage } from '../console-paths.ts';
import { Count, Id, Nullable, OneOf, Time } from '../schemas/shapes.ts';
import { route } from './route.ts';
import { cursorInput, listOf, text } from './shapes.ts';

const contentKinds = ['banner', 'notice', 'popup', 'forced', 'agreement', 'version'] as const;
const kind = OneOf(contentKinds);
const image = Type.String({ pattern: '^/api/content/image/[0-9a-f]{64}\\.(png|jpg|webp|gif)$' });

/** Of the parts of a form, the one that a message belongs to. */
const contentFields = [
  'kind',
  'name',
  'version',
  'title',
  'text',
  'html',
  'image',
  'url',
  'isForce',
  'from',
  'to',
  'audience',
  'order',
] as const;
export type ContentField = (typeof contentFields)[number];

/** Sanitised HTML taken apart, so that a page shows it without reading markup. */
const piece = Type.Object({
  of: OneOf(['OPEN', 'CLOSE', 'TEXT']),
  /** The tag, or the text itself. */
  value: Type.String(),
  href: Type.Optional(Type.String()),
  src: Type.Optional(Type.String()),
  alt: Type.Optional(Type.String()),
});

/** What a phone shows. */
const shown = {
  kind,
  version: Nullable(Type.String()),
  title: Nullable(Type.String()),
  text: Nullable(Type.String()),
  body: Nullable(Type.Array(piece)),
  image: Nullable(image),
  url: Nullable(Type.String()),
  isForce: Type.Boolean(),
  startsAt: Nullable(Time),
  /** Of a version: its number. */
  name: Type.String(),
};

const revision = Type.Object({
  id: Id,
  kind,
  name: Type.String(),
  version: Nullable(Type.String()),
  title: Nullable(Type.String()),
  /** The beginning of what is shown, as plain text. */
  summary: Type.String(),
  isForce: Type.Boolean(),
  state: OneOf(['DRAFT', 'AHEAD', 'IN_FORCE', 'REPLACED', 'ENDED', 'WITHDRAWN']),
  startsAt: Nullable(Time),
  endsAt: Nullable(Time),
  /** A customers' tag; null: all. */
  audience: Nullable(Type.String()),
  order: Type.Integer(),
  createdAt: Time,
  createdBy: Type.String(),
  publishedAt: Nullable(Time),
  publishedBy: Nullable(Type.String()),
  approvedBy: Nullable(Type.String()),
  withdrawnAt: Nullable(Time),
  withdrawnBy: Nullable(Type.String()),
  /** Of a forced notice and of an agreement that is confirmed; else null. */
  confirmed: Nullable(Count),
});

const optionalText = (longest: number) => Type.Optional(Type.String({ maxLength: longest }));

/** What is typed in the form; what is wrong with it is said by field. */
const written = {
  kind,
  name: Type.String({ maxLength: 64 }),
  version: optionalText(64),
  title: optionalText(200),
  text: optionalText(40_000),
  html: optionalText(40_000),
  image: Type.Optional(image),
  url: optionalText(1000),
  isForce: Type.Optional(Type.Boolean()),
  from: Type.Optional(Time),
  to: Type.Optional(Time),
  audience: optionalText(128),
  order: Type.Optional(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })),
};

const largestWritten = 600_000;
const faults = Type.Array(Type.Object({ field: OneOf(contentFields), reason: Type.String() }));
const editing = ['SUPPORT', 'ADMIN'] as const;

/** What customers are shown. A revision is published by `content:publish` and taken back by `content:withdraw`, each proposed. */
export const contentConsoleRoutes = {
  contentNow: route(consolePaths.contentNow, {
    access: 'staff',
    data: Type.Object({
      kinds: Type.Array(Type.Object({ kind, inForce: Count, ahead: Count, drafts: Count })),
      /** Of the app; null: none was published. */
      newestVersion: Nullable(Type.String()),
      /** Below it an update is mandatory. */
      leastVersion: Nullable(Type.String()),
    }),
    summary: 'How much of each kind is shown, planned and drafted; the versions of the app',
  }),
  contentList: route(consolePaths.contentList, {
    access: 'staff',
    input: {
      kind: Type.Optional(kind),
      name: Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{0,47}$' })),
      view: Type.Optional(OneOf(['NOW', 'AHEAD', 'DRAFT', 'PAST', 'ALL'])),
      ...cursorInput,
    },
    data: listOf(revision),
    summary: 'Revisions of content, the newest first',
  }),
  contentRevision: route(consolePaths.contentRevision, {
    access: 'staff',
    input: { id: Id },
    data: Type.Object({
      revision,
      shown: Type.Object(shown),
      /** As it is written, for another revision. */
      html: Nullable(Type.String()),
      hash: Type.String(),
      /** Active customers whom it is for, and of them those who have still to confirm; null where nothing is confirmed. */
      customers: Count,
      missing: Nullable(Count),
      /** The revision of the same name that is in force now. */
      inForce: Nullable(Id),
    }),
    summary: 'One revision as a phone shows it, and how many have confirmed it',
  }),
  previewContent: route(consolePaths.previewContent, {
    access: 'staff',
    roles: editing,
    largestBody: largestWritten,
    input: written,
    data: Type.Object({
      faults,
      /** Null while something is wrong. */
      shown: Nullable(Type.Object(shown)),
      /** Markup that was taken out. */
      removed: Type.Array(Type.String()),
      customers: Count,
    }),
    summary: 'What a phone would show of written content, or what is wrong with it; saves nothing',
  }),
  saveContent: route(consolePaths.saveContent, {
    access: 'staff',
    roles: editing,
    largestBody: largestWritten,
    input: written,
    data: Type.Object({ faults, id: Nullable(Id), isNew: Type.Boolean() }),
    summary: 'Saves a draft, which no customer is shown; the same again is the same draft',
  }),
  uploadImage: route(consolePaths.uploadImage, {
    access: 'staff',
    roles: editing,
    // In base64, with what stands around it.
    largestBody: 2 * largestImage,
    input: {
      bytes: Type.String({ minLength: 1, maxLength: 2 * largestImage - 1000, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
    },
    data: Type.Object({ address: image, width: Count, height: Count }),
    refusals: ['notOperable'],
    summary: 'Stores an image without its metadata; its type and size are read from its bytes',
  }),
  confirmationList: route(consolePaths.confirmationList, {
    access: 'staff',
    input: {
      id: Id,
      view: OneOf(['CONFIRMED', 'MISSING']),
      /** A whole account or a customer's id; in the body, so that no address has it. */
      search: Type.Optional(text(128)),
      ...cursorInput,
    },
    data: listOf(
      Type.Object({
        customer: Id,
        /** Masked. */
        account: Type.String(),
        nickname: Type.String(),
        confirmedAt: Nullable(Time),
      }),
    ),
    summary: 'Who has confirmed a forced notice or an agreement, or who has still to',
  }),
} as const;
