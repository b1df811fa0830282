/** A sentence for the staff in both of their languages: commands print the English, the console shows the Chinese. */
export interface Sentence {
  readonly en: string;
  readonly zh: string;
}

/** A plain string is one that only commands print. */
export type Wording = Sentence | string;

export const sentence = (en: string, zh: string): Sentence => ({ en, zh });

export const englishOf = (wording: Wording): string => (typeof wording === 'string' ? wording : wording.en);

export const chineseOf = (wording: Wording): string => (typeof wording === 'string' ? wording : wording.zh);

/** Between the clauses of a summary. A page breaks its lines at the line feed alone: what a member wrote may have a semicolon. */
const clauseEnd = sentence('; ', '；\n');
const comma = sentence(', ', '、');

const joined = (parts: readonly Sentence[], between: Sentence): Sentence =>
  sentence(parts.map(({ en }) => en).join(between.en), parts.map(({ zh }) => zh).join(between.zh));

export const inClauses = (parts: readonly Sentence[]): Sentence => joined(parts, clauseEnd);

export const inList = (parts: readonly Sentence[]): Sentence => joined(parts, comma);

/** Of an amount with its sign: a Chinese text has the minus of figures, a command's output the hyphen that can be typed again. */
export const signed = (amount: string): Sentence => sentence(amount, amount.replace(/^-/, '−'));

export const cutAt = ({ en, zh }: Sentence, longest: number): Sentence =>
  sentence(en.slice(0, longest), zh.slice(0, longest));
