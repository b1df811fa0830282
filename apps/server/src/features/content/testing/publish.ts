import { settingRoles } from '../../../platform/staff/authority.ts';
import type { TestApp } from '../../../testing/app.ts';
import { addStaff } from '../../../testing/commands.ts';
import { smallPicture } from '../../../testing/pictures.ts';
import type { ContentInput, ContentKind } from '../content.ts';

const least: Record<ContentKind, Partial<ContentInput>> = {
  banner: { image: smallPicture },
  popup: { image: smallPicture },
  notice: { title: 'A title', text: 'Some text' },
  forced: { html: '<p>Read this</p>' },
  agreement: { version: '2', title: 'A title', text: 'Some text' },
  version: { html: '<p>What is new</p>' },
};

/** Publishes content as the two of staff would, by the clock of the app; fields that are not given take minimal values. */
export async function contentPublisher(app: TestApp) {
  await addStaff(app);
  const authority = await app.slices.staff.authorise(settingRoles, { by: 'admin', approvedBy: 'approver' });
  if ('refusal' in authority) throw new Error(authority.refusal);
  return async (kind: ContentKind, name: string, input: Partial<ContentInput> = {}): Promise<string> => {
    const staffInput = { authority, reason: 'test', now: app.clock.now() };
    const result = await app.slices.content.publishContent({ kind, name, ...least[kind], ...input }, staffInput);
    if (result.outcome === 'refused') throw new Error(result.why.en);
    return result.id.toString();
  };
}
