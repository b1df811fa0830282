import { inflateRawSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { Caller, TestApp } from './app.ts';

export interface Asked {
  from: string;
  to: string;
  format?: 'csv' | 'xlsx';
}

export async function fetchStatement(app: TestApp, caller: Caller, { from, to, format = 'csv' }: Asked) {
  const reply = await app.inject({
    method: 'GET',
    url: '/api/statement',
    query: { from, to, format },
    headers: { ...caller },
  });
  return { status: reply.statusCode, headers: reply.headers, body: reply.rawPayload };
}

/** The lines of a statement by the names of its columns. */
export function readCsvStatement(body: Buffer): Record<string, string>[] {
  return parse(body, { bom: true, columns: true });
}

/** The files of a zip, by its own list at the end. */
export function unzip(body: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = body.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = body.readUInt32LE(end + 16);
  for (let left = body.readUInt16LE(end + 10); left > 0; left--) {
    const size = body.readUInt32LE(at + 20);
    const nameLength = body.readUInt16LE(at + 28);
    const name = body.toString('utf8', at + 46, at + 46 + nameLength);
    const head = body.readUInt32LE(at + 42);
    const data = head + 30 + body.readUInt16LE(head + 26) + body.readUInt16LE(head + 28);
    files.set(name, inflateRawSync(body.subarray(data, data + size)).toString('utf8'));
    at += 46 + nameLength + body.readUInt16LE(at + 30) + body.readUInt16LE(at + 32);
  }
  return files;
}

const plain = (xml: string) =>
  xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** The rows of a sheet as texts, an empty one where there is no cell. */
export function readSheet(files: Map<string, string>, number: number): string[][] {
  const shared = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<t>([^<]*)<\/t>/g)].map(([, text = '']) =>
    plain(text),
  );
  const xml = files.get(`xl/worksheets/sheet${number}.xml`) ?? '';
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) => {
    const cells: string[] = [];
    for (const [, column = '', attributes = '', inside = ''] of row.matchAll(/<c r="([A-Z])\d+"([^>]*)>(.*?)<\/c>/gs)) {
      const value = plain(inside.replace(/<[^>]+>/g, ''));
      cells[column.charCodeAt(0) - 65] = attributes.includes('t="s"') ? (shared[Number(value)] ?? '') : value;
    }
    return Array.from(cells, (cell) => cell ?? '');
  });
}
