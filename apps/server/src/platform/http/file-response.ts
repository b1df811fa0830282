import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A good answer that is a file instead of an envelope. Ending the stream early ends its source. */
export class FileAnswer {
  readonly type: string;
  /** What the file is called where names may be Chinese, and where they may not. */
  readonly name: string;
  readonly plainName: string;
  /** How many records are in it: the client says so before it takes a large one. Null: it is not known before all are read. */
  readonly records: number | null;
  readonly stream: Readable;

  constructor(file: { type: string; name: string; plainName: string; records: number | null; stream: Readable }) {
    this.type = file.type;
    this.name = file.name;
    this.plainName = file.plainName;
    this.records = file.records;
    this.stream = file.stream;
  }
}

export function isFileAnswer(answer: unknown): answer is FileAnswer {
  return answer instanceof FileAnswer;
}

export function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  if (file.records !== null) reply.header('file-records', file.records);
  return reply
    .header('cache-control', 'no-store')
    .header(
      'content-disposition',
      `attachment; filename="${file.plainName}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    )
    .type(file.type)
    .send(file.stream);
}
