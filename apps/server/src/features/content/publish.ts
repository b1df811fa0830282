import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { StaffInput } from '../../platform/staff/staff-command.ts';
import { type CheckedContent, checkContent } from './check-content.ts';
import { type ContentInput, type ContentKind, kindRow } from './content.ts';
import { imageHash } from './image-address.ts';
import { insertImage } from './images.store.ts';
import {
  findRevision,
  findSame,
  insertDraft,
  isVersionTaken,
  lockName,
  markPublished,
  markWithdrawn,
  type NewRevision,
} from './revisions.store.ts';

type Ports = Pick<StaffPorts, 'recordAudit'>;

export type Saved =
  | { outcome: 'saved' | 'saved-already'; id: bigint; removed: string[] }
  | { outcome: 'flawed'; flaws: string[] };

/** Stores a draft, which no customer is shown. */
export async function saveDraft(
  database: Database,
  ports: Ports,
  input: ContentInput,
  staffInput: StaffInput,
): Promise<Saved> {
  const checked = await checkContent(input);
  if ('flaws' in checked) return { outcome: 'flawed', flaws: checked.flaws };
  return database.transaction(async (dbTx) => {
    const { id, isNew } = await keepDraft(dbTx, checked, staffInput);
    if (isNew) await record(dbTx, ports, staffInput, 'content:draft', input, { id: id.toString() });
    return { outcome: isNew ? 'saved' : 'saved-already', id, removed: checked.removed };
  });
}

export type Published =
  | { outcome: 'published'; id: bigint; startsAt: Date; removed: string[] }
  | { outcome: 'published-already'; id: bigint }
  | { outcome: 'flawed'; flaws: string[] };

/** Saves and publishes in one: what is published already in the same words is left as it is. */
export async function publishContent(
  database: Database,
  ports: Ports,
  input: ContentInput,
  staffInput: StaffInput,
): Promise<Published> {
  const checked = await checkContent(input);
  if ('flaws' in checked) return { outcome: 'flawed', flaws: checked.flaws };
  try {
    return await database.transaction(async (dbTx) => {
      const { id, isPublished } = await keepDraft(dbTx, checked, staffInput);
      if (isPublished) return { outcome: 'published-already', id };
      const published = await publish(dbTx, ports, id, staffInput);
      if (published.outcome === 'flawed') throw new Flawed(published.flaws);
      return published.outcome === 'published' ? { ...published, removed: checked.removed } : published;
    });
  } catch (error) {
    if (!(error instanceof Flawed)) throw error;
    return { outcome: 'flawed', flaws: error.flaws };
  }
}

/** Takes the draft back that was saved on the way. */
class Flawed extends Error {
  override readonly name = 'Flawed';
  readonly flaws: string[];
  constructor(flaws: string[]) {
    super('the content is refused');
    this.flaws = flaws;
  }
}

/** Publishes a stored draft. */
export function publishDraft(database: Database, ports: Ports, id: bigint, staffInput: StaffInput): Promise<Published> {
  return database.transaction((dbTx) => publish(dbTx, ports, id, staffInput));
}

async function publish(dbTx: Transaction, ports: Ports, id: bigint, staffInput: StaffInput): Promise<Published> {
  const { authority, now } = staffInput;
  const found = await findRevision(dbTx, id, now);
  if (found === null) return { outcome: 'flawed', flaws: [`there is no content ${id}`] };
  await lockName(dbTx, found.kind, found.name);
  const draft = await findRevision(dbTx, id, now);
  if (draft === null || draft.withdrawnAt !== null) return { outcome: 'flawed', flaws: [`content ${id} is withdrawn`] };
  if (draft.publishedAt !== null) return { outcome: 'published-already', id };
  if (draft.endsAt !== null && draft.endsAt <= now) return { outcome: 'flawed', flaws: ['to: it has ended already'] };
  if (draft.version !== null && (await isVersionTaken(dbTx, draft.name, draft.version))) {
    return {
      outcome: 'flawed',
      flaws: [`version: ${draft.version} of ${draft.name} was published before, give another one`],
    };
  }
  const { by, approver } = authority;
  if (approver === null) throw new Error('content is published under two names');
  const startsAt = await markPublished(dbTx, { id, by: staffName(by), approvedBy: staffName(approver), now });
  const detail = { id: id.toString(), from: startsAt.toISOString(), hash: draft.contentHash };
  const kind = draft.kind.toLowerCase() as ContentKind;
  await record(dbTx, ports, staffInput, 'content:publish', { kind, name: draft.name }, detail);
  return { outcome: 'published', id, startsAt, removed: [] };
}

export type Withdrawn = { outcome: 'withdrawn'; ids: bigint[] } | { outcome: 'nothing-there' };

/** Takes everything that is published under a name back. An agreement in force stays: another version takes its place. */
export function withdrawContent(
  database: Database,
  ports: Ports,
  { kind, name }: { kind: ContentKind; name: string },
  staffInput: StaffInput,
): Promise<Withdrawn> {
  return database.transaction(async (dbTx) => {
    await lockName(dbTx, kindRow(kind), name);
    const by = staffName(staffInput.authority.by);
    const rows = await markWithdrawn(dbTx, { kind: kindRow(kind), name, by, now: staffInput.now });
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return { outcome: 'nothing-there' };
    await record(dbTx, ports, staffInput, 'content:withdraw', { kind, name }, { ids: ids.join(' ') });
    return { outcome: 'withdrawn', ids };
  });
}

/** The draft of these words: one that stands already, be it published, or a new one. */
async function keepDraft(dbTx: Transaction, { input, html, image }: CheckedContent, { authority, now }: StaffInput) {
  const kind = kindRow(input.kind);
  await lockName(dbTx, kind, input.name);
  const hash = image && imageHash(image.bytes);
  const by = staffName(authority.by);
  if (image && hash) await insertImage(dbTx, { hash, facts: image, bytes: image.bytes, by, now });
  const revision: NewRevision = {
    kind,
    name: input.name,
    version: input.version ?? null,
    title: input.title ?? null,
    text: input.text ?? null,
    html,
    imageHash: hash,
    url: input.url ?? null,
    isForce: input.isForce ?? false,
    startsAt: input.from ?? null,
    endsAt: input.to ?? null,
    audienceTag: input.audience ?? null,
    position: input.order ?? 0,
  };
  const same = await findSame(dbTx, revision, now);
  if (same) return { id: same.id, isNew: false, isPublished: !same.isDraft };
  return { id: await insertDraft(dbTx, revision, by, now), isNew: true, isPublished: false };
}

function staffName({ name }: { name: string }): string {
  return `staff:${name}`;
}

function record(
  db: Queryable,
  { recordAudit }: Ports,
  { authority, reason, now }: StaffInput,
  action: string,
  { kind, name }: { kind: ContentKind; name: string },
  detail: Record<string, string>,
): Promise<void> {
  return recordAudit(db, { at: now, authority, action, subject: `content ${kind}/${name}`, reason, detail });
}
