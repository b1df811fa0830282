import { maskAccount } from '@lode/contract';
import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { refusedWith } from '../../../platform/http/console/answer.ts';
import type { ConsolePart } from '../../../platform/http/console/console-context.ts';
import { recordsOf, recordsRequest } from '../../../platform/http/console/records.ts';
import { inputOf, noReason, readRecorder } from '../../../platform/http/console/staff-call.ts';
import { rowId } from '../../../platform/http/page.ts';
import { isRefusal, notFound } from '../../../platform/http/refusal.ts';
import type { StaffPorts } from '../../../platform/staff/authority.ts';
import { type CheckedContent, checkContent } from '../check-content.ts';
import { type ContentInput, kindOf, kindRow } from '../content.ts';
import { imageAddress, imageHash, readImageName } from '../image-address.ts';
import { findImage } from '../images.store.ts';
import { keepImage } from '../keep-image.ts';
import { saveDraft } from '../publish.ts';
import { findInForce, isVersionTaken } from '../revisions.store.ts';
import { sanitiseImage } from '../sanitise-image.ts';
import type { ContentFault } from '../sentences.zh.ts';
import * as say from '../sentences.zh.ts';
import { type Confirmable, type Confirmer, countMissing, readConfirmed, readMissing } from './confirmations.store.ts';
import {
  countCustomers,
  countKinds,
  type ListedRevision,
  readRevision,
  readRevisions,
  readVersions,
} from './content-lists.store.ts';
import { htmlPieces, textOfHtml } from './html-pieces.ts';

type ContentCall =
  | 'contentNow'
  | 'contentList'
  | 'contentRevision'
  | 'previewContent'
  | 'saveContent'
  | 'uploadImage'
  | 'confirmationList';

export interface ContentConsoleDeps extends Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  staffReads: Queryable;
}

/** Content as the staff sees and writes it; publishing and taking back are proposed. Lists of customers are masked. */
export function contentConsole({ database, staffReads, recordAudit }: ContentConsoleDeps): ConsolePart<ContentCall> {
  const ports = { recordAudit };
  const record = readRecorder({ database, recordAudit });
  return {
    async contentNow({ now }) {
      const [kinds, { newest, least }] = await Promise.all([
        countKinds(staffReads, now),
        readVersions(staffReads, now),
      ]);
      return {
        kinds: kinds.map(({ kind, ...counts }) => ({ kind: kindOf(kind), ...counts })),
        newestVersion: newest,
        leastVersion: least,
      };
    },

    async contentList({ now }, { kind, name, view = 'ALL', ...input }) {
      const request = recordsRequest(input, ['integer']);
      if (isRefusal(request)) return request;
      const filter = { kind: kind === undefined ? null : kindRow(kind), name: name ?? null, view };
      return recordsOf(await readRevisions(staffReads, filter, now, request), ({ id }) => [id], revisionView);
    },

    async contentRevision({ now }, { id: given }) {
      const id = rowId(given);
      const found = id === null ? null : await readRevision(staffReads, id, now);
      if (found === null) return notFound();
      const confirmable = confirmableOf(found);
      const [customers, missing, inForce] = await Promise.all([
        countCustomers(staffReads, found.audience),
        // Of what is not shown none has still to confirm.
        confirmable && found.state === 'IN_FORCE' ? countMissing(staffReads, confirmable) : null,
        findInForce(staffReads, found.kind, found.name, now),
      ]);
      return {
        revision: revisionView(found),
        shown: await shownOfRevision(found),
        html: found.html,
        hash: found.hash,
        customers,
        missing,
        inForce: inForce === null ? null : String(inForce),
      };
    },

    async previewContent({ now }, input) {
      const written = await contentOf(staffReads, input);
      const checked = 'faults' in written ? written : await checkNow(staffReads, written, now);
      const customers = await countCustomers(staffReads, tagOf(input.audience) ?? null);
      if ('faults' in checked) return { faults: faultsView(checked.faults), shown: null, removed: [], customers };
      return { faults: [], shown: await shownOfInput(checked), removed: checked.removed, customers };
    },

    async saveContent(context, input) {
      const written = await contentOf(database, input);
      const checked = 'faults' in written ? written : await checkNow(database, written, context.now);
      if ('faults' in checked) return { faults: faultsView(checked.faults), id: null, isNew: false };
      const saved = await saveDraft(database, ports, checked.input, inputOf(context, noReason));
      if (saved.outcome === 'refused') return { faults: faultsView(saved.faults), id: null, isNew: false };
      return { faults: [], id: String(saved.id), isNew: saved.outcome === 'saved' };
    },

    async uploadImage(context, { bytes: encoded }) {
      const image = sanitiseImage(Buffer.from(encoded, 'base64'));
      if ('flaw' in image) return refusedWith(image.flaw);
      const address = await keepImage(database, ports, image, inputOf(context, noReason));
      return { address, width: image.width, height: image.height };
    },

    async confirmationList(context, { id: given, view, search, ...input }) {
      const id = rowId(given);
      const revision = id === null ? null : await readRevision(staffReads, id, context.now);
      const confirmable = revision && confirmableOf(revision);
      if (!confirmable) return notFound();
      const wanted = search?.trim() || null;
      if (wanted !== null) {
        // Whether there is such a customer, and what it has confirmed.
        await record(context, 'content:confirmations', `content ${given}`, { view, search: wanted });
      }
      if (view === 'CONFIRMED') {
        const request = recordsRequest(input, ['time', 'integer']);
        if (isRefusal(request)) return request;
        const rows = await readConfirmed(staffReads, confirmable, { ...request, search: wanted });
        return recordsOf(
          rows,
          ({ confirmedAt, customerId }) => [confirmedAt ?? context.now, customerId],
          confirmerView,
        );
      }
      if (revision.state !== 'IN_FORCE') return notFound();
      const request = recordsRequest(input, ['integer']);
      if (isRefusal(request)) return request;
      const rows = await readMissing(staffReads, confirmable, { ...request, search: wanted });
      return recordsOf(rows, ({ customerId }) => [customerId], confirmerView);
    },
  };
}

/** What publishing would refuse, the form says at once. */
async function checkNow(
  db: Queryable,
  input: ContentInput,
  now: Date,
): Promise<CheckedContent | { faults: ContentFault[] }> {
  const checked = await checkContent(input);
  const { name, version, to } = input;
  const faults: ContentFault[] = [];
  if (to !== undefined && to <= now) faults.push(say.ended);
  if (version !== undefined && (await isVersionTaken(db, name, version))) faults.push(say.versionTaken(version, name));
  if (faults.length === 0) return checked;
  return { faults: [...('faults' in checked ? checked.faults : []), ...faults] };
}

type Written = ConsoleInput<'previewContent'>;

const given = (text: string | undefined): string | undefined => (text === undefined || text === '' ? undefined : text);
const tagOf = (text: string | undefined): string | undefined => given(text?.trim());

/** What a form holds, as a file would: an empty part is none. */
async function contentOf(db: Queryable, written: Written): Promise<ContentInput | { faults: ContentFault[] }> {
  const { kind, name, version, title, text, html, image, url, isForce, from, to, audience, order } = written;
  const named = image === undefined ? null : readImageName(image.slice(image.lastIndexOf('/') + 1));
  const bytes = named && (await findImage(db, named.hash, named.type));
  if (named !== null && bytes === null) return { faults: [say.notUploaded] };
  const parts = {
    version: given(version?.trim()),
    title: given(title?.trim()),
    text: given(text?.replaceAll('\r\n', '\n').trim()),
    html: given(html),
    image: bytes ?? undefined,
    url: given(url?.trim()),
    isForce,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
    audience: tagOf(audience),
    order,
  };
  const there = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
  return { kind, name: name.trim(), ...there } as ContentInput;
}

const faultsView = (faults: readonly ContentFault[]) => faults.map(({ field, zh }) => ({ field, reason: zh }));

type Shown = ConsoleData<'contentRevision'>['shown'];

async function shownOfInput({ input, html, image }: CheckedContent): Promise<Shown> {
  return {
    kind: input.kind,
    name: input.name,
    version: input.version ?? null,
    title: input.title ?? null,
    text: input.text ?? null,
    body: html === null ? null : await htmlPieces(html),
    image: image && imageAddress(imageHash(image.bytes), image.type),
    url: input.url ?? null,
    isForce: input.isForce ?? false,
    startsAt: input.from?.toISOString() ?? null,
  };
}

async function shownOfRevision(revision: ListedRevision): Promise<Shown> {
  const { kind, name, version, title, text, html, imageHash: hash, imageType, url, isForce, startsAt } = revision;
  return {
    kind: kindOf(kind),
    name,
    version,
    title,
    text,
    body: html === null ? null : await htmlPieces(html),
    image: hash === null || imageType === null ? null : imageAddress(hash, imageType),
    url,
    isForce,
    startsAt: startsAt?.toISOString() ?? null,
  };
}

/** Null of what no customer confirms. */
function confirmableOf({ kind, name, version, hash, audience, publishedAt }: ListedRevision): Confirmable | null {
  if (publishedAt === null) return null;
  if (kind === 'FORCED') return { hash, riskVersion: null, audience };
  return kind === 'AGREEMENT' && name === 'user_sm' ? { hash, riskVersion: version, audience } : null;
}

const longestSummary = 80;

const heading = /<h[1-6]>(.*?)<\/h[1-6]>/s;

/** A forced notice has no title beside its text: its own is the heading of that. */
function titleOf({ kind, title, html }: ListedRevision): string | null {
  const found = kind === 'FORCED' && html !== null ? textOfHtml(heading.exec(html)?.[1] ?? '').trim() : '';
  return found === '' ? title : found;
}

/** What comes after the title. */
function summaryOf({ kind, title, text, html }: ListedRevision): string {
  const body = kind === 'FORCED' ? html?.replace(heading, ' ') : html;
  const words = text ?? (body === undefined || body === null ? title : textOfHtml(body)) ?? '';
  return [...words.replaceAll(/\s+/g, ' ').trim()].slice(0, longestSummary).join('');
}

const staffOf = (by: string | null): string | null => by?.replace(/^staff:/, '') ?? null;
const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

function revisionView(row: ListedRevision): ConsoleData<'contentRevision'>['revision'] {
  return {
    id: String(row.id),
    kind: kindOf(row.kind),
    name: row.name,
    version: row.version,
    title: titleOf(row),
    summary: summaryOf(row),
    isForce: row.isForce,
    state: row.state,
    startsAt: timeOf(row.startsAt),
    endsAt: timeOf(row.endsAt),
    audience: row.audience,
    order: row.position,
    createdAt: row.createdAt.toISOString(),
    createdBy: staffOf(row.createdBy) ?? '',
    publishedAt: timeOf(row.publishedAt),
    publishedBy: staffOf(row.publishedBy),
    approvedBy: staffOf(row.approvedBy),
    withdrawnAt: timeOf(row.withdrawnAt),
    withdrawnBy: staffOf(row.withdrawnBy),
    confirmed: row.confirmed,
  };
}

const confirmerView = ({ customerId, account, nickname, confirmedAt }: Confirmer) => ({
  customer: String(customerId),
  account: maskAccount(account),
  nickname,
  confirmedAt: timeOf(confirmedAt),
});
