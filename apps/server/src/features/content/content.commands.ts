import { readFile } from 'node:fs/promises';
import { type Command, type CommandContext, defineCommand } from '../../platform/commands/command.ts';
import { choice, file, id, optional, text, UsageError } from '../../platform/commands/option.ts';
import type { Database } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import { contentRoles, type StaffPorts } from '../../platform/staff/authority.ts';
import { type StaffResult, staffCommand } from '../../platform/staff/staff-command.ts';
import { checkContent } from './check-content.ts';
import { contentKinds, kindRow } from './content.ts';
import { readContentFile } from './content-file.ts';
import { imageAddress, imageHash } from './image-address.ts';
import { insertImage } from './images.store.ts';
import { previewOfInput, previewOfRevision, revisionLine } from './preview.ts';
import { type Published, publishContent, publishDraft, saveDraft, withdrawContent } from './publish.ts';
import { findRevision, listRevisions } from './revisions.store.ts';
import { sanitiseImage } from './sanitise-image.ts';

const group = 'Content';
const kind = choice(contentKinds, 'the kind of content');
const name = text({ placeholder: 'NAME', summary: 'its name', longest: 64, pattern: /^\P{Cc}+$/u, expected: 'a name' });
const contentFile = file('the JSON file that describes the content');
const revisionId = id('a revision, as content:list shows it');

/** A draft and a picture need one SUPPORT or ADMIN; what customers are shown needs an APPROVER too. */
export function contentCommands(database: Database, ports: StaffPorts): Record<string, Command> {
  const oneEditor = { by: contentRoles.by };
  return {
    'content:draft': staffCommand(ports, oneEditor, {
      group,
      summary: 'Saves a draft, which no customer is shown',
      options: { file: contentFile },
      example: '--file spring/banner.json --by admin --reason "spring campaign"',
      effects: 'changes',
      async run(options, input) {
        const content = await readContentFile(options.file);
        if ('flaws' in content) return refusedFor(content.flaws);
        const saved = await saveDraft(database, ports, content, input);
        if (saved.outcome === 'flawed') return refusedFor(saved.flaws);
        const what = `draft ${saved.id} of ${content.kind} ${content.name}`;
        if (saved.outcome === 'saved-already') return { done: `${what} is saved already: nothing changed` };
        return { done: `${what} is saved${withoutMarkup(saved.removed)}` };
      },
    }),

    'content:publish': staffCommand(ports, contentRoles, {
      group,
      summary: 'Publishes a file, or a draft by its id',
      options: { file: optional(contentFile), id: optional(revisionId) },
      example: '--file spring/banner.json --by admin --approved-by approver --reason "spring campaign"',
      effects: 'changes',
      async run(options, input) {
        assertOneOf(options);
        if (options.id !== undefined) {
          return resultOf(await publishDraft(database, ports, readRow(options.id), input));
        }
        const content = await readContentFile(options.file ?? '');
        if ('flaws' in content) return refusedFor(content.flaws);
        return resultOf(await publishContent(database, ports, content, input));
      },
    }),

    'content:withdraw': staffCommand(ports, contentRoles, {
      group,
      summary: 'Takes back everything that is published under a name',
      options: { kind, name },
      example: '--kind banner --name spring-2026 --by admin --approved-by approver --reason "over early"',
      effects: 'changes',
      async run(options, input) {
        const withdrawn = await withdrawContent(database, ports, options, input);
        const what = `${options.kind} ${options.name}`;
        if (withdrawn.outcome === 'withdrawn') return { done: `withdrawn: ${what} (${withdrawn.ids.join(', ')})` };
        const filter = { name: options.name, kind: kindRow(options.kind), now: input.now };
        const revisions = await listRevisions(database, filter);
        if (revisions.some(({ withdrawnAt }) => withdrawnAt !== null)) {
          return { done: `${what} is withdrawn already: nothing changed` };
        }
        const isInForce = revisions.some((revision) => revision.isInForce);
        return {
          refused: isInForce ? `${what} is in force: publish another version` : `nothing is published as ${what}`,
        };
      },
    }),

    'content:image': staffCommand(ports, oneEditor, {
      group,
      summary: 'Stores a picture and prints its address',
      options: { file: file('PNG, JPEG, WebP or GIF') },
      example: '--file chart.png --by admin --reason "for the notice"',
      effects: 'changes',
      async run({ file: path }, { authority, reason, now }) {
        const written = await readFile(path).catch(({ code, message }: NodeJS.ErrnoException) => {
          throw new UsageError(`${path}: cannot be read (${code ?? message})`);
        });
        const image = sanitiseImage(written);
        if ('flaw' in image) return { refused: `${path}: ${image.flaw}` };
        const { bytes, ...facts } = image;
        const address = imageAddress(imageHash(bytes), facts.type);
        await database.transaction(async (dbTx) => {
          await insertImage(dbTx, { hash: imageHash(bytes), facts, bytes, by: `staff:${authority.by.name}`, now });
          const subject = `content image/${imageHash(bytes).toString('hex').slice(0, 12)}`;
          await ports.recordAudit(dbTx, { at: now, authority, action: 'content:image', subject, reason });
        });
        return { done: `${address} (${facts.width} × ${facts.height})` };
      },
    }),

    'content:list': defineCommand({
      group,
      summary: 'Lists revisions, newest first',
      options: { kind: optional(kind), name: optional(name) },
      example: '--kind banner',
      effects: 'reads',
      fields: {
        id: 'of the revision',
        kind: 'banner, notice, …',
        name: 'its name',
        version: 'or null',
        isInForce: 'customers are shown it now',
      },
      async run(options, { print, clock }) {
        const now = clock.now();
        const filter = { kind: options.kind === undefined ? null : kindRow(options.kind), name: options.name ?? null };
        const revisions = await listRevisions(database, { ...filter, now });
        for (const revision of revisions) {
          const { version, isInForce } = revision;
          print(revisionLine(revision, now), {
            id: `${revision.id}`,
            kind: revision.kind.toLowerCase(),
            name: revision.name,
            version,
            isInForce,
          });
        }
        if (revisions.length === 0) print('nothing there');
        return 0;
      },
    }),

    'content:preview': defineCommand({
      group,
      summary: 'Shows what a file or a revision would show, and saves nothing',
      options: { file: optional(contentFile), id: optional(revisionId) },
      example: '--file spring/banner.json',
      effects: 'reads',
      async run(options, context) {
        assertOneOf(options);
        return options.id === undefined ? previewFile(context, options.file ?? '') : previewRow(context, options.id);
      },
    }),
  };

  async function previewFile({ print, fail }: CommandContext, path: string): Promise<number> {
    const content = await readContentFile(path);
    const checked = 'flaws' in content ? content : await checkContent(content);
    if ('flaws' in checked) {
      for (const flaw of checked.flaws) fail(flaw);
      return 1;
    }
    for (const line of previewOfInput(checked)) print(line);
    return 0;
  }

  async function previewRow({ print, fail, clock }: CommandContext, revision: string): Promise<number> {
    const now = clock.now();
    const found = await findRevision(database, readRow(revision), now);
    if (found === null) {
      fail(`there is no content ${revision}`);
      return 1;
    }
    for (const line of previewOfRevision(found, now)) print(line);
    return 0;
  }
}

function assertOneOf(given: { file?: string | undefined; id?: string | undefined }): void {
  if ((given.file === undefined) === (given.id === undefined)) throw new UsageError('give --file or --id, one of them');
}

function resultOf(published: Published): StaffResult {
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

function refusedFor(flaws: string[]): StaffResult {
  return { refused: flaws.join('; ') };
}

function withoutMarkup(removed: string[]): string {
  return removed.length === 0 ? '' : `, without ${removed.join(' ')}`;
}

function readRow(text: string): bigint {
  const id = rowId(text);
  if (id === null) throw new UsageError('--id is the number that content:list shows');
  return id;
}
