import { isCalendarDate } from '../clock/clock.ts';
import { type Sentence, sentence, type Wording } from '../sentence.ts';
import * as words from './option-words.zh.ts';

/** The command line cannot be understood; the message names the option, its value and what is expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly sentence: Sentence;
  constructor(wording: Wording) {
    const both = typeof wording === 'string' ? sentence(wording, wording) : wording;
    super(both.en);
    this.sentence = both;
  }
}

/** One option of a command, declared as data: the help, the parser and the operations page read the same declaration. */
export interface Option<Value = unknown, IsRequired extends boolean = boolean> {
  /** How a value looks in the help: `AMOUNT`, `BTC|USDT`. Null: a flag, which has no value. */
  readonly placeholder: string | null;
  readonly summary: string;
  readonly isRequired: IsRequired;
  /** The only values that it takes. */
  readonly choices?: readonly string[];
  /** What an option that is left out means, for the help. */
  readonly otherwise?: string;
  /** Taken, and not offered by the help. */
  readonly isHidden?: boolean;
  /** The name of a file or folder, in the folder where the command is typed. */
  readonly isFile?: boolean;
  /** Throws a `UsageError` unless the text has the type, the length and the pattern that are declared. */
  readonly read: (text: string, name: string) => Value;
}

export type Options = Readonly<Record<string, Option>>;

/** What a command's `run` is given: required options as their type, the others possibly undefined. */
export type Values<O extends Options> = {
  [Name in keyof O]: O[Name] extends Option<infer Value, infer IsRequired>
    ? IsRequired extends true
      ? Value
      : Value | undefined
    : never;
};

interface TextConstraints {
  placeholder: string;
  summary: string;
  longest: number;
  pattern: RegExp;
  /** What the pattern means, after "must be". */
  expected: Wording;
}

export function text({ placeholder, summary, longest, pattern, expected }: TextConstraints): Option<string, true> {
  return {
    placeholder,
    summary,
    isRequired: true,
    read(given, name) {
      if ([...given].length > longest) throw new UsageError(words.tooLong(name, longest));
      if (!pattern.test(given)) throw wrong(name, given, expected);
      return given;
    },
  };
}

export function choice<const Choice extends string>(choices: readonly Choice[], summary: string): Option<Choice, true> {
  return {
    placeholder: choices.join('|'),
    choices,
    summary,
    isRequired: true,
    read(given, name) {
      const found = choices.find((one) => one === given);
      if (found === undefined) throw wrong(name, given, words.oneOf(choices));
      return found;
    },
  };
}

export function integer({ min, max }: { min: number; max: number }, summary: string): Option<number, true> {
  return {
    placeholder: 'NUMBER',
    summary: `${summary}, ${min} to ${max}`,
    isRequired: true,
    read(given, name) {
      const value = /^(0|[1-9]\d{0,14})$/.test(given) ? Number(given) : Number.NaN;
      if (!(value >= min && value <= max)) throw wrong(name, given, words.wholeNumber(min, max));
      return value;
    },
  };
}

export function date(summary: string): Option<string, true> {
  return {
    placeholder: 'YYYY-MM-DD',
    summary,
    isRequired: true,
    read(given, name) {
      if (!isCalendarDate(given)) throw wrong(name, given, words.date);
      return given;
    },
  };
}

export function instant(summary: string): Option<Date, true> {
  return {
    placeholder: 'TIME',
    summary,
    isRequired: true,
    read(given, name) {
      const time = new Date(given);
      if (!/^\d{4}-\d{2}-\d{2}T.{1,20}(Z|[+-]\d{2}:\d{2})$/.test(given) || Number.isNaN(time.getTime()))
        throw wrong(name, given, words.time);
      return time;
    },
  };
}

/** A decimal amount as it is typed; the command reads it in the units of the coin that another option names. */
export function amount(summary: string): Option<string, true> {
  return text({
    placeholder: 'AMOUNT',
    summary,
    longest: 40,
    pattern: /^-?\d+(\.\d+)?$/,
    expected: words.decimal,
  });
}

/** The API's id of an object: a number that names no object is refused by the command. */
export function id(summary: string): Option<string, true> {
  return text({ placeholder: 'ID', summary, longest: 64, pattern: /^[1-9]\d*$/, expected: words.positiveWhole });
}

export function file(summary: string): Option<string, true> {
  const path = text({ placeholder: 'FILE', summary, longest: 4096, pattern: /^\P{Cc}+$/u, expected: 'a path' });
  return { ...path, isFile: true };
}

export function account(summary: string): Option<string, true> {
  return text({ placeholder: 'ACCOUNT', summary, longest: 254, pattern: /^\P{Cc}+$/u, expected: words.account });
}

/** An idempotency key: the same key with the same input is the same posting. */
export function key(): Option<string, false> {
  return optional(
    text({
      placeholder: 'KEY',
      summary: 'idempotency key, to tell two equal commands of one day apart',
      longest: 128,
      pattern: /^[\w.:-]+$/,
      expected: words.key,
    }),
    'made of the input, the reason and the business date',
  );
}

export function flag(summary: string): Option<boolean, false> {
  return { placeholder: null, summary, isRequired: false, read: () => true };
}

export function optional<Value>(option: Option<Value>, otherwise?: string): Option<Value, false> {
  return { ...option, isRequired: false, ...(otherwise !== undefined && { otherwise }) };
}

function wrong(name: string, given: string, expected: Wording): UsageError {
  const shown = [...given].length > 60 ? `${[...given].slice(0, 60).join('')}…` : given;
  return new UsageError(words.mustBe(name, shown, expected));
}
