/** Where a signer's journal ends: the number of its last line, and the HMAC that chains all lines up to it. */
export interface JournalPosition {
  line: number;
  head: string;
}

/** Of a journal without lines. */
export const emptyJournal: JournalPosition = { line: 0, head: '0'.repeat(64) };

/** What the client knows goes with each request, and where the journal is comes with each response. */
export const journalHeader = 'lode-journal';
/** The signer's own head at the line that the client named; `none` where its journal is shorter. */
export const headAtKnownHeader = 'lode-journal-known';

/** `12:5f…`: as it stands in a header and in SIGNER_JOURNAL_AT_LEAST. */
export function writePosition({ line, head }: JournalPosition): string {
  return `${line}:${head}`;
}

/** Null when it is none. */
export function readPosition(text: unknown): JournalPosition | null {
  const [, line, head] = /^(0|[1-9]\d{0,8}):([0-9a-f]{64})$/.exec(typeof text === 'string' ? text.trim() : '') ?? [];
  return line === undefined || head === undefined ? null : { line: Number(line), head };
}
