import { readFile } from 'node:fs/promises';
import {
  type Command,
  type CommandContext,
  readArguments,
  UsageError,
  wanted,
} from '../../platform/commands/command.ts';
import type { Database } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import { type StaffPorts, settingDeed } from '../../platform/staff/authority.ts';
import { type DeedResult, staffCommand } from '../../platform/staff/staff-command.ts';
import { checkContent } from './check-content.ts';
import { cleanImage } from './clean-image.ts';
import { type ContentKind, contentKinds, isContentKind, kindRow } from './content.ts';
import { readContentFile } from './content-file.ts';
import { imageAddress, imageHash } from './image-address.ts';
import { insertImage } from './images.store.ts';
import { previewOfRevision, previewOfWish, revisionLine } from './preview.ts';
import { type Published, publishContent, publishDraft, saveDraft, withdrawContent } from './publish.ts';
import { findRevision, listRevisions } from './revisions.store.ts';

/**
 * What staff does with content: `content:draft --file F` and `content:image --file F` by an ADMIN; `content:publish --file F`
 * or `--id N` and `content:withdraw --kind K --name N` by an ADMIN with an APPROVER; `content:list [--kind K] [--name N]` and
 * `content:preview --file F` or `--id N` show and change nothing.
 */
export function contentCommands(database: Database, ports: StaffPorts): Record<string, Command> {
  const byOne = { by: settingDeed.by };
  return {
    'content:draft': staffCommand(ports, byOne, ['file'], async ({ file }, deed) => {
      const wish = await readContentFile(wanted({ file }, 'file'));
      if ('flaws' in wish) return refusedFor(wish.flaws);
      const saved = await saveDraft(database, ports, wish, deed);
      if (saved.outcome === 'flawed') return refusedFor(saved.flaws);
      const what = `draft ${saved.id} of ${wish.kind} ${wish.name}`;
      if (saved.outcome === 'saved-already') return { done: `${what} is saved already: nothing changed` };
      return { done: `${what} is saved${withoutMarkup(saved.removed)}` };
    }),

    'content:publish': staffCommand(ports, settingDeed, ['file', 'id'], async ({ file, id }, deed) => {
      if ((file === undefined) === (id === undefined)) throw new UsageError('give --file or --id, one of them');
      if (id !== undefined) return toldOf(await publishDraft(database, ports, readRow(id), deed));
      const wish = await readContentFile(wanted({ file }, 'file'));
      return 'flaws' in wish ? refusedFor(wish.flaws) : toldOf(await publishContent(database, ports, wish, deed));
    }),

    'content:withdraw': staffCommand(ports, settingDeed, ['kind', 'name'], async (options, deed) => {
      const place = { kind: readKind(wanted(options, 'kind')), name: wanted(options, 'name') };
      const withdrawn = await withdrawContent(database, ports, place, deed);
      const what = `${place.kind} ${place.name}`;
      if (withdrawn.outcome === 'withdrawn') return { done: `withdrawn: ${what} (${withdrawn.ids.join(', ')})` };
      const revisions = await listRevisions(database, { ...place, kind: kindRow(place.kind), now: deed.now });
      if (revisions.some(({ withdrawnAt }) => withdrawnAt !== null)) {
        return { done: `${what} is withdrawn already: nothing changed` };
      }
      const isInForce = revisions.some((revision) => revision.isInForce);
      return {
        refused: isInForce ? `${what} is in force: publish another version` : `nothing is published as ${what}`,
      };
    }),

    'content:image': staffCommand(ports, byOne, ['file'], async ({ file }, deed) => {
      const path = wanted({ file }, 'file');
      const written = await readFile(path).catch(() => null);
      const image = written === null ? { flaw: 'it cannot be read' } : cleanImage(written);
      if ('flaw' in image) return { refused: `${path}: ${image.flaw}` };
      const { bytes, ...facts } = image;
      const { authority, reason, now } = deed;
      const address = imageAddress(imageHash(bytes), facts.type);
      await database.transaction(async (dbTx) => {
        await insertImage(dbTx, { hash: imageHash(bytes), facts, bytes, by: `staff:${authority.by.name}`, now });
        const subject = `content image/${imageHash(bytes).toString('hex').slice(0, 12)}`;
        await ports.recordAudit(dbTx, { at: now, authority, action: 'content:image', subject, reason });
      });
      return { done: `${address} (${facts.width} × ${facts.height})` };
    }),

    'content:list': async ({ print, clock }, args) => {
      const { values } = readArguments(args, { kind: { type: 'string' }, name: { type: 'string' } });
      const kind = values.kind === undefined ? null : kindRow(readKind(values.kind));
      const now = clock.now();
      const revisions = await listRevisions(database, { kind, name: values.name ?? null, now });
      for (const revision of revisions) print(revisionLine(revision, now));
      if (revisions.length === 0) print('nothing there');
      return 0;
    },

    'content:preview': async (context, args) => {
      const { values } = readArguments(args, { file: { type: 'string' }, id: { type: 'string' } });
      if ((values.file === undefined) === (values.id === undefined)) {
        throw new UsageError('give --file or --id, one of them');
      }
      return values.id === undefined ? previewFile(context, wanted(values, 'file')) : previewRow(context, values.id);
    },
  };

  async function previewFile({ print, fail }: CommandContext, file: string): Promise<number> {
    const wish = await readContentFile(file);
    const checked = 'flaws' in wish ? wish : await checkContent(wish);
    if ('flaws' in checked) {
      for (const flaw of checked.flaws) fail(flaw);
      return 1;
    }
    for (const line of previewOfWish(checked)) print(line);
    return 0;
  }

  async function previewRow({ print, fail, clock }: CommandContext, id: string): Promise<number> {
    const now = clock.now();
    const revision = await findRevision(database, readRow(id), now);
    if (revision === null) {
      fail(`there is no content ${id}`);
      return 1;
    }
    for (const line of previewOfRevision(revision, now)) print(line);
    return 0;
  }
}

function toldOf(published: Published): DeedResult {
  switch (published.outcome) {
    case 'published': {
      const { id, startsAt, removed } = published;
      return { done: `published: ${id}, shown from ${startsAt.toISOString()}${withoutMarkup(removed)}` };
    }
    case 'published-already':
      return { done: `published already as ${published.id}: nothing changed` };
    case 'flawed':
      return refusedFor(published.flaws);
  }
}

function refusedFor(flaws: string[]): DeedResult {
  return { refused: flaws.join('; ') };
}

function withoutMarkup(removed: string[]): string {
  return removed.length === 0 ? '' : `, without ${removed.join(' ')}`;
}

function readKind(text: string): ContentKind {
  if (!isContentKind(text)) throw new UsageError(`--kind is one of ${contentKinds.join(', ')}`);
  return text;
}

function readRow(text: string): bigint {
  const id = rowId(text);
  if (id === null) throw new UsageError('--id is the number that content:list shows');
  return id;
}
