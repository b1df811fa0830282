import type { ConsoleData, ConsoleInput, ContentField } from '@lode/contract/console';
import type { ContentKind } from '../../locales/zh/content.ts';

/** As they are typed. */
export interface Values {
  name: string;
  version: string;
  title: string;
  text: string;
  html: string;
  image: string;
  url: string;
  isForce: boolean;
  from: string;
  to: string;
  audience: string;
  order: number | null;
}

const placed = ['from', 'to', 'audience', 'order'] as const satisfies readonly ContentField[];

/** The parts that a kind has, in the order of the form. */
export const fieldsOf: Record<ContentKind, readonly Exclude<ContentField, 'kind'>[]> = {
  banner: ['name', 'image', 'title', 'url', 'html', ...placed],
  popup: ['name', 'image', 'title', 'url', 'html', ...placed],
  notice: ['name', 'title', 'text', 'html', ...placed],
  forced: ['name', 'html', 'image', ...placed],
  agreement: ['name', 'version', 'title', 'text', 'from'],
  version: ['name', 'html', 'isForce', 'from', 'to'],
};

const nothing: Values = {
  name: '',
  version: '',
  title: '',
  text: '',
  html: '',
  image: '',
  url: '',
  isForce: false,
  from: '',
  to: '',
  audience: '',
  order: 0,
};

const shanghai = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** `2026-11-20T16:00` in Shanghai time. */
const typedTime = (at: string): string => shanghai.format(new Date(at)).replace(' ', 'T');
const instantOf = (typed: string): string => new Date(`${typed}:00+08:00`).toISOString();

/** A name of its own, which may be changed. */
export function newValues(kind: ContentKind, now: Date): Values {
  if (kind === 'agreement') return { ...nothing, name: 'user_agreement' };
  if (kind === 'version') return nothing;
  return { ...nothing, name: `${kind}-${typedTime(now.toISOString()).replaceAll(/[-:]/g, '').replace('T', '-')}` };
}

/** Another revision of the same name; what has begun begins anew, and what has ended has no end. */
export function valuesOf({ revision, shown, html }: ConsoleData<'contentRevision'>, now: Date): Values {
  const ahead = (at: string | null) => (at !== null && Date.parse(at) > now.getTime() ? typedTime(at) : '');
  return {
    name: revision.name,
    version: revision.version ?? '',
    title: revision.title ?? '',
    text: shown.text ?? '',
    html: html ?? '',
    image: shown.image ?? '',
    url: shown.url ?? '',
    isForce: revision.isForce,
    from: ahead(revision.startsAt),
    to: ahead(revision.endsAt),
    audience: revision.audience ?? '',
    order: revision.order,
  };
}

/** What the server is given of a kind. */
export function writtenOf(kind: ContentKind, values: Values): ConsoleInput<'previewContent'> {
  const fields = fieldsOf[kind];
  const given = Object.fromEntries(
    fields
      .filter((field) => values[field] !== '' && values[field] !== null)
      .map((field) => [field, field === 'from' || field === 'to' ? instantOf(values[field]) : values[field]]),
  );
  return { kind, ...given, name: values.name };
}
