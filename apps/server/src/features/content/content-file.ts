import { constants, open, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, resolve, sep } from 'node:path';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { UsageError } from '../../platform/commands/option.ts';
import { type ContentInput, type ContentKind, contentKinds } from './content.ts';
import { largestImage } from './image-file.ts';

const text = Type.Optional(Type.String());

/** The file that an operator writes: JSON; images and long texts stand in files beside it. */
const ContentFile = Type.Object(
  {
    kind: Type.Union(contentKinds.map((kind) => Type.Literal(kind))),
    name: Type.String(),
    version: text,
    title: text,
    text,
    textFile: text,
    html: text,
    htmlFile: text,
    image: text,
    url: text,
    force: Type.Optional(Type.Boolean()),
    from: text,
    to: text,
    audience: text,
    order: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
);
type ContentFile = Static<typeof ContentFile>;

/** Far more than the longest text: what is larger is another file. */
const largestText = 256 * 1024;

/** Reads a file and what it names; or every reason why it cannot be taken. A file that cannot be read is wrong usage. */
export async function readContentFile(path: string): Promise<ContentInput | { flaws: string[] }> {
  const flaws: string[] = [];
  const json = await readUpTo(path, largestText).catch((error: Error) => {
    throw new UsageError(error.message);
  });
  const file = parseFile(json.toString());
  if ('flaws' in file) return file;

  async function beside<T>(name: string | undefined, most: number, read: (bytes: Buffer) => T): Promise<T | undefined> {
    if (name === undefined) return undefined;
    try {
      return read(await readUpTo(await pathBeside(path, name), most));
    } catch (error) {
      flaws.push((error as Error).message);
      return undefined;
    }
  }
  function oneOf(part: 'text' | 'html', ofFile: string | undefined): string | undefined {
    if (file[part as never] !== undefined && ofFile !== undefined) flaws.push(`${part}: it stands there and in a file`);
    return ofFile ?? (file as ContentFile)[part];
  }
  function time(part: 'from' | 'to'): Date | undefined {
    const written = (file as ContentFile)[part];
    if (written === undefined) return undefined;
    const at = new Date(written);
    if (isTimeWithZone.test(written) && !Number.isNaN(at.getTime())) return at;
    flaws.push(`${part}: an ISO 8601 time with its zone, 2026-11-30T00:00:00+08:00`);
    return undefined;
  }

  const input = defined({
    kind: file.kind as ContentKind,
    name: file.name,
    version: file.version,
    title: file.title,
    text: oneOf('text', await beside(file.textFile, largestText, asText))?.trim(),
    html: oneOf('html', await beside(file.htmlFile, largestText, asText)),
    image: await beside(file.image, largestImage, (bytes) => bytes),
    url: file.url,
    isForce: file.force,
    from: time('from'),
    to: time('to'),
    audience: audienceTag(file.audience, flaws),
    order: file.order,
  });
  return flaws.length > 0 ? { flaws } : input;
}

const isTimeWithZone = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/;

function parseFile(json: string): ContentFile | { flaws: string[] } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch {
    return { flaws: ['it is no JSON'] };
  }
  if (Value.Check(ContentFile, parsed)) return parsed;
  const flaws = [...Value.Errors(ContentFile, parsed)].map(
    ({ path, message }) => `${path.slice(1) || 'it'}: ${message}`,
  );
  return { flaws: [...new Set(flaws)] };
}

/** `all`, or `tag:vip`. */
function audienceTag(written: string | undefined, flaws: string[]): string | undefined {
  if (written === undefined || written === 'all') return undefined;
  if (written.startsWith('tag:')) return written.slice('tag:'.length);
  flaws.push('audience: all, or tag:NAME');
  return undefined;
}

const asText = (bytes: Buffer): string => bytes.toString().replace(/^\uFEFF/, '');

/** A content file may name only files of its own folder: they are published, other files of the machine must not be. */
async function pathBeside(path: string, name: string): Promise<string> {
  const folder = dirname(await realpath(path));
  const target = resolve(folder, name);
  const real = await realpath(target).catch(() => target);
  const isInside = [target, real].every((one) => one.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`));
  if (isAbsolute(name) || !isInside) throw new Error(`${name}: it must stand beside the file that names it`);
  return real;
}

/** A device or a pipe has no end, and is no file. */
async function readUpTo(path: string, most: number): Promise<Buffer> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const about = await file.stat();
      if (!about.isFile()) throw new Error('no file');
      if (about.size > most) throw new Error(`larger than ${most / 1024} KB`);
      return await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(`${path}: ${code === undefined ? message : `cannot be read (${code})`}`, { cause: error });
  }
}

/** Without what was not given. */
function defined<T extends object>(fields: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
