import type { CheckedContent } from './check-content.ts';
import type { Revision } from './revisions.store.ts';

/** One line of `content:list`. */
export function revisionLine(revision: Revision, now: Date): string {
  const { id, kind, name, version, title, position } = revision;
  const people = [revision.publishedBy ?? revision.createdBy, revision.approvedBy].filter(Boolean).join('+');
  const words = [
    id,
    kind.toLowerCase(),
    name,
    version,
    stateOf(revision, now),
    schedule(revision.startsAt, revision.endsAt),
    audience(revision.audienceTag),
    `order ${position}`,
    people,
    title && JSON.stringify(title),
  ];
  const confirmed = kind === 'FORCED' ? `confirmed by ${revision.confirmations}` : null;
  return [...words, confirmed].filter((word) => word !== null && word !== '').join('  ');
}

function stateOf({ publishedAt, withdrawnAt, startsAt, endsAt, isInForce }: Revision, now: Date): string {
  if (withdrawnAt !== null) return `withdrawn ${withdrawnAt.toISOString()}`;
  if (publishedAt === null || startsAt === null) return 'draft';
  if (isInForce) return 'in force';
  if (startsAt > now) return 'ahead';
  return endsAt !== null && endsAt <= now ? 'over' : 'replaced';
}

export function previewOfRevision(revision: Revision, now: Date): string[] {
  const { title, text, html, image, url, isForce, contentHash } = revision;
  return [
    revisionLine(revision, now),
    ...parts({ title, text, html, image, url, isForce }),
    `sha-256 of what is shown: ${contentHash}`,
  ];
}

/** What would be shown of a file; nothing is saved. */
export function previewOfInput({ input, html, image, removed }: CheckedContent): string[] {
  const { kind, name, version, title, text, url, isForce, from, to, audience: tag, order } = input;
  const facts = image && `${image.type} ${image.width} × ${image.height}`;
  const head = [kind, name, version, schedule(from ?? null, to ?? null), audience(tag ?? null), `order ${order ?? 0}`];
  return [
    head.filter((word) => word !== undefined).join('  '),
    ...parts({ title, text, html, image: facts, url, isForce }),
    ...(removed.length === 0 ? [] : [`taken out: ${removed.join(' ')}`]),
  ];
}

function parts(fields: Record<string, string | boolean | null | undefined>): string[] {
  return Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? name : `${name}: ${value}`));
}

function schedule(from: Date | null, to: Date | null): string {
  return `${from?.toISOString() ?? 'at publication'} to ${to?.toISOString() ?? 'open'}`;
}

function audience(tag: string | null): string {
  return tag === null ? 'all' : `tag:${tag}`;
}
