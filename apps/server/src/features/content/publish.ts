import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import { attemptTransaction } from '../../platform/db/rehearsal.ts';
import type { Sentence } from '../../platform/sentence.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { StaffInput } from '../../platform/staff/staff-command.ts';
import { type CheckedContent, checkContent } from './check-content.ts';
import { type ContentInput, type ContentKind, kindOf, kindRow } from './content.ts';
import { imageHash } from './image-address.ts';
import { insertImage } from './images.store.ts';
import {
  type Beside,
  findBeside,
  findRevision,
  findSame,
  findWithdrawable,
  insertDraft,
  isVersionTaken,
  lockName,
  markPublished,
  markWithdrawn,
  type NewRevision,
  type Revision,
} from './revisions.store.ts';
import * as say from './sentences.zh.ts';
import { type ContentFault, faultsOf } from './sentences.zh.ts';

type Ports = Pick<StaffPorts, 'recordAudit'>;

export type Saved =
  | { outcome: 'saved' | 'saved-already'; id: bigint; removed: string[] }
  | { outcome: 'refused'; faults: ContentFault[] };

/** Stores a draft, which no customer is shown. */
export async function saveDraft(
  database: Database,
  ports: Ports,
  input: ContentInput,
  staffInput: StaffInput,
): Promise<Saved> {
  const checked = await checkContent(input);
  if ('faults' in checked) return { outcome: 'refused', faults: checked.faults };
  return database.transaction(async (dbTx) => {
    const { id, isNew } = await keepDraft(dbTx, checked, staffInput);
    if (isNew) await record(dbTx, ports, staffInput, 'content:draft', input, { id: id.toString() });
    return { outcome: isNew ? 'saved' : 'saved-already', id, removed: checked.removed };
  });
}

export type Published =
  | { outcome: 'published'; id: bigint; startsAt: Date; removed: string[] }
  | { outcome: 'published-already'; id: bigint }
  | { outcome: 'refused'; why: Sentence };

/** Saves and publishes in one: what is published already in the same words is left as it is. */
export async function publishContent(
  database: Database,
  ports: Ports,
  input: ContentInput,
  staffInput: StaffInput,
): Promise<Published> {
  const checked = await checkContent(input);
  if ('faults' in checked) return { outcome: 'refused', why: faultsOf(checked.faults) };
  // A refusal takes the draft back that was saved on the way.
  return attemptTransaction<Published>(database, async (dbTx) => {
    const { id, isPublished } = await keepDraft(dbTx, checked, staffInput);
    if (isPublished) return { result: { outcome: 'published-already', id }, isKept: true };
    const published = await publish(dbTx, ports, id, staffInput);
    if (published.outcome !== 'published') return { result: published, isKept: published.outcome !== 'refused' };
    return { result: { ...published, removed: checked.removed }, isKept: true };
  });
}

/** Publishes a stored draft. */
export function publishDraft(database: Database, ports: Ports, id: bigint, staffInput: StaffInput): Promise<Published> {
  return database.transaction((dbTx) => publish(dbTx, ports, id, staffInput));
}

/** What publishing a draft would do, what it would replace at its start and what follows it; or why it would be refused. */
export async function describePublication(
  db: Queryable,
  id: bigint,
  now: Date,
): Promise<{ summary: Sentence; bound: Record<keyof Beside, string> } | { refused: Sentence }> {
  const draft = await findRevision(db, id, now);
  const refused = await refusalOf(db, draft, id, now);
  if (refused !== null || draft === null) return { refused: refused ?? say.noContent(String(id)) };
  if (draft.publishedAt !== null) return { refused: say.publishedAlready(String(id)) };
  const { replaces, followers } = await findBeside(db, draft, now);
  const links = linksOf(draft.url, draft.html);
  if (links.join(' ').length > longestLinks) return { refused: say.tooManyLinks };
  const { name, version, title, isForce, startsAt, endsAt, audienceTag, position, contentHash } = draft;
  const summary = say.publishes({
    id: String(id),
    kind: kindOf(draft.kind),
    name,
    version,
    title,
    links,
    isForce,
    from: startsAt,
    to: endsAt,
    tag: audienceTag,
    order: position,
    replaces,
    followers,
    hash: contentHash,
  });
  return { summary, bound: { replaces, followers } };
}

/** In characters; a proposal's summary has room for 4,000. */
const longestLinks = 2500;

/** The phone's preview shows no address: who approves reads where each one leads. */
function linksOf(url: string | null, html: string | null): string[] {
  const ofText = [...(html ?? '').matchAll(/\shref="([^"]*)"/g)].map(([, address = '']) => address);
  return [...new Set([...(url === null ? [] : [url]), ...ofText])];
}

/** Why a revision is not published, or null; one that is published already has no reason. */
async function refusalOf(db: Queryable, draft: Revision | null, id: bigint, now: Date): Promise<Sentence | null> {
  if (draft === null) return say.noContent(String(id));
  if (draft.withdrawnAt !== null) return say.isWithdrawn(String(id));
  if (draft.publishedAt !== null) return null;
  if (draft.endsAt !== null && draft.endsAt <= now) return faultsOf([say.ended]);
  if (draft.version !== null && (await isVersionTaken(db, draft.name, draft.version)))
    return faultsOf([say.versionTaken(draft.version, draft.name)]);
  return null;
}

/** Whether it would stand where its proposal says. */
async function standsAsBound(db: Queryable, draft: Revision, { bound, now }: StaffInput): Promise<boolean> {
  if (bound === undefined) return true;
  const { replaces, followers } = await findBeside(db, draft, now);
  return bound.replaces === replaces && bound.followers === followers;
}

async function publish(dbTx: Transaction, ports: Ports, id: bigint, staffInput: StaffInput): Promise<Published> {
  const { authority, now } = staffInput;
  const found = await findRevision(dbTx, id, now);
  if (found === null) return { outcome: 'refused', why: say.noContent(String(id)) };
  await lockName(dbTx, found.kind, found.name);
  const draft = await findRevision(dbTx, id, now);
  const refused = await refusalOf(dbTx, draft, id, now);
  if (refused !== null || draft === null) return { outcome: 'refused', why: refused ?? say.noContent(String(id)) };
  if (draft.publishedAt !== null) return { outcome: 'published-already', id };
  if (!(await standsAsBound(dbTx, draft, staffInput))) return { outcome: 'refused', why: say.otherBeside };
  const { by, approver } = authority;
  if (approver === null) throw new Error('content is published under two names');
  const startsAt = await markPublished(dbTx, { id, by: staffName(by), approvedBy: staffName(approver), now });
  const detail = { id: id.toString(), from: startsAt.toISOString(), hash: draft.contentHash };
  await record(dbTx, ports, staffInput, 'content:publish', { kind: kindOf(draft.kind), name: draft.name }, detail);
  return { outcome: 'published', id, startsAt, removed: [] };
}

export type Withdrawn =
  | { outcome: 'withdrawn'; ids: bigint[] }
  | { outcome: 'nothing-there' }
  | { outcome: 'other-revisions'; ids: bigint[] };

/**
 * Takes everything that is published under a name back; what was proposed names the revisions, and no others are taken. An agreement in
 * force stays: another version takes its place.
 */
export function withdrawContent(
  database: Database,
  ports: Ports,
  { kind, name }: { kind: ContentKind; name: string },
  staffInput: StaffInput,
): Promise<Withdrawn> {
  return database.transaction(async (dbTx) => {
    await lockName(dbTx, kindRow(kind), name);
    const { now, bound } = staffInput;
    const standing = await findWithdrawable(dbTx, kindRow(kind), name, now);
    if (bound !== undefined && bound.ids !== standing.join(', ')) return { outcome: 'other-revisions', ids: standing };
    const by = staffName(staffInput.authority.by);
    const rows = await markWithdrawn(dbTx, { kind: kindRow(kind), name, by, now });
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
