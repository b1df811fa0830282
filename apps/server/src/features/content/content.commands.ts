import { readFile } from 'node:fs/promises';
import { type Command, type CommandContext, defineCommand } from '../../platform/commands/command.ts';
import { choice, file, id, optional, text, UsageError } from '../../platform/commands/option.ts';
import { oneOfBoth } from '../../platform/commands/option-words.zh.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import { inClauses, type Sentence, sentence } from '../../platform/sentence.ts';
import { contentRoles, type ProposalPorts, type StaffPorts } from '../../platform/staff/authority.ts';
import { type ProposableCommand, proposableCommand } from '../../platform/staff/proposable-command.ts';
import { type ConsoleResult, staffCommand } from '../../platform/staff/staff-command.ts';
import { checkContent } from './check-content.ts';
import { type ContentKind, contentKinds, kindRow } from './content.ts';
import { readContentFile } from './content-file.ts';
import { keepImage } from './keep-image.ts';
import { previewOfInput, previewOfRevision, revisionLine } from './preview.ts';
import {
  describePublication,
  type Published,
  publishContent,
  publishDraft,
  saveDraft,
  withdrawContent,
} from './publish.ts';
import { findRevision, findWithdrawable, listRevisions } from './revisions.store.ts';
import { sanitiseImage } from './sanitise-image.ts';
import * as say from './sentences.zh.ts';
import { faultsOf } from './sentences.zh.ts';

export type ContentStaffPorts = StaffPorts & ProposalPorts;

const group = 'Content';
const kind = choice(contentKinds, 'the kind of content');
const name = text({ placeholder: 'NAME', summary: 'its name', longest: 64, pattern: /^\P{Cc}+$/u, expected: 'a name' });
const contentFile = file('the JSON file that describes the content');
const revisionId = id('a revision, as content:list shows it');

/** A draft and an image need one SUPPORT or ADMIN; what customers are shown needs an APPROVER too. */
export function contentCommands(database: Database, ports: ContentStaffPorts): Record<string, Command> {
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
        if ('flaws' in content) return { refused: content.flaws.join('; ') };
        const saved = await saveDraft(database, ports, content, input);
        if (saved.outcome === 'refused') return { refused: faultsOf(saved.faults).en };
        const what = `draft ${saved.id} of ${content.kind} ${content.name}`;
        if (saved.outcome === 'saved-already') return { done: `${what} is saved already: nothing changed` };
        return { done: `${what} is saved${withoutMarkup(saved.removed)}` };
      },
    }),

    'content:publish': publishCommand(database, ports),
    'content:withdraw': withdrawCommand(database, ports),

    'content:image': staffCommand(ports, oneEditor, {
      group,
      summary: 'Stores an image and prints its address',
      options: { file: file('PNG, JPEG, WebP or GIF') },
      example: '--file chart.png --by admin --reason "for the notice"',
      effects: 'changes',
      async run({ file: path }, input) {
        const written = await readFile(path).catch(({ code, message }: NodeJS.ErrnoException) => {
          throw new UsageError(`${path}: cannot be read (${code ?? message})`);
        });
        const image = sanitiseImage(written);
        if ('flaw' in image) return { refused: `${path}: ${image.flaw.en}` };
        const address = await keepImage(database, ports, image, input);
        return { done: `${address} (${image.width} × ${image.height})` };
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
    const wrong = 'flaws' in checked ? checked.flaws : 'faults' in checked ? checked.faults.map(({ en }) => en) : [];
    for (const one of wrong) fail(one);
    if ('flaws' in checked || 'faults' in checked) return 1;
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
  if ((given.file === undefined) === (given.id === undefined)) throw new UsageError(oneOfBoth('file', 'id'));
}

/** Two people publish a file at once; a draft is proposed by its id as well. */
function publishCommand(database: Database, ports: ContentStaffPorts): ProposableCommand {
  return proposableCommand('content:publish', ports, contentRoles, {
    group,
    summary: 'Publishes a file, or a draft by its id',
    options: { file: optional(contentFile), id: optional(revisionId) },
    example: '--file spring/banner.json --by admin --approved-by approver --reason "spring campaign"',
    effects: 'changes',
    async describe(options, { clock }) {
      assertOneOf(options);
      // Before any file is read: in a browser a path would name one of the server's.
      if (options.id === undefined) return { refused: say.draftFirst };
      return describePublication(database, readRow(options.id), clock.now());
    },
    async run(options, input): Promise<ConsoleResult> {
      assertOneOf(options);
      if (options.id !== undefined) return resultOf(await publishDraft(database, ports, readRow(options.id), input));
      const content = await readContentFile(options.file ?? '');
      if ('flaws' in content) return { refused: inClauses(content.flaws.map((one) => sentence(one, one))) };
      return resultOf(await publishContent(database, ports, content, input));
    },
  });
}

function withdrawCommand(database: Database, ports: ContentStaffPorts): ProposableCommand {
  return proposableCommand('content:withdraw', ports, contentRoles, {
    group,
    summary: 'Takes back everything that is published under a name',
    options: { kind, name },
    example: '--kind banner --name spring-2026 --by admin --approved-by approver --reason "over early"',
    effects: 'changes',
    async describe(options, { clock }) {
      const now = clock.now();
      const ids = (await findWithdrawable(database, kindRow(options.kind), options.name, now)).join(', ');
      if (ids !== '') return { summary: say.withdraws(options.kind, options.name, ids), bound: { ids } };
      return { refused: await nothingToWithdraw(database, options, now) };
    },
    async run(options, input): Promise<ConsoleResult> {
      const withdrawn = await withdrawContent(database, ports, options, input);
      switch (withdrawn.outcome) {
        case 'withdrawn':
          return { done: say.withdrawn(options.kind, options.name, withdrawn.ids.join(', ')) };
        case 'other-revisions':
          return { refused: say.otherRevisions(withdrawn.ids.join(', ') || '-', input.bound?.ids ?? '') };
        case 'nothing-there': {
          const refused = await nothingToWithdraw(database, options, input.now);
          const already = say.withdrawnAlready(options.kind, options.name);
          return refused.en === already.en ? { done: already } : { refused };
        }
      }
    },
  });
}

async function nothingToWithdraw(
  db: Queryable,
  { kind, name }: { kind: ContentKind; name: string },
  now: Date,
): Promise<Sentence> {
  const revisions = await listRevisions(db, { name, kind: kindRow(kind), now });
  if (revisions.some(({ withdrawnAt }) => withdrawnAt !== null)) return say.withdrawnAlready(kind, name);
  return revisions.some(({ isInForce }) => isInForce)
    ? say.agreementStays(kind, name)
    : say.nothingPublished(kind, name);
}

function resultOf(published: Published): ConsoleResult {
  switch (published.outcome) {
    case 'published':
      return { done: say.published(String(published.id), published.startsAt, published.removed) };
    case 'published-already':
      return { done: say.publishedAlready(String(published.id)) };
    case 'refused':
      return { refused: published.why };
  }
}

function withoutMarkup(removed: string[]): string {
  return removed.length === 0 ? '' : `, without ${removed.join(' ')}`;
}

function readRow(text: string): bigint {
  const id = rowId(text);
  if (id === null) throw new UsageError(say.noRevisionId);
  return id;
}
