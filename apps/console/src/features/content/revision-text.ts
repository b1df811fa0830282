import type { ConsoleData } from '@lode/contract/console';
import { momentText } from '../../lib/time.ts';
import { nameText, contentTexts as texts } from '../../locales/zh/content.ts';

export type Revision = ConsoleData<'contentRevision'>['revision'];

/** Of a draft without a beginning: when it is approved. */
export function scheduleText({ startsAt, endsAt }: Pick<Revision, 'startsAt' | 'endsAt'>): string {
  const from = startsAt === null ? texts.atApproval : momentText(startsAt);
  if (endsAt !== null) return texts.until(from, momentText(endsAt));
  return startsAt === null ? from : texts.from(from);
}

export const audienceText = ({ audience }: Pick<Revision, 'audience'>): string =>
  audience === null ? texts.everyone : texts.tag(audience);

/** By its title or name; a notice has neither and is read by its text. */
export const whatText = (revision: Pick<Revision, 'kind' | 'name' | 'title' | 'summary'>): string =>
  revision.title ?? (revision.kind === 'agreement' || revision.summary === '' ? nameText(revision) : revision.summary);

export const besideText = ({ kind, name, title, version, summary }: Revision): string =>
  version ?? (title !== null || kind === 'agreement' ? summary : name);

const product = 'start';

/** A text that came with the product was written by no member. */
export const writerText = (by: string): string => (by === product ? texts.product : by);

export function peopleText({ createdBy, publishedBy, approvedBy }: Revision): string {
  if (publishedBy === null) return texts.author(writerText(createdBy));
  return approvedBy === null ? writerText(publishedBy) : texts.pair(publishedBy, approvedBy);
}
