import { DecimalError, parseDecimal } from '@lode/money';
import { isCalendarDate } from './clock/clock.ts';
import type { RawLine } from './imports.ts';
import * as words from './line-words.zh.ts';
import type { Sentence } from './sentence.ts';

/** Reads the cells of one line and collects every reason against it, so that a person mends the file once. */
export class LineReader<Column extends string> {
  readonly reasons: Sentence[] = [];
  readonly #values: RawLine<Column>['values'];
  readonly #nameOf: (column: string) => Sentence;

  constructor(line: RawLine<Column>, nameOf = words.nameOf) {
    this.#values = line.values;
    this.#nameOf = nameOf;
  }

  text(column: Column): string {
    return this.#values[column]?.trim() ?? '';
  }

  wrong(column: Column, expected: Sentence): void {
    this.reasons.push(words.notExpected(this.#nameOf(column), this.text(column), expected));
  }

  choice<Value extends string>(column: Column, options: readonly Value[], expected = words.oneOf(options)): Value {
    const found = options.find((option) => option === this.text(column));
    if (!found) this.wrong(column, expected);
    return found ?? (options[0] as Value);
  }

  whole(column: Column, smallest: number, largest: number): number {
    const text = this.text(column);
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= smallest && value <= largest)) this.wrong(column, words.wholeNumber(smallest, largest));
    return value;
  }

  /** An integer of 10^-scale within its bounds; `expected` says them in words. */
  decimal(column: Column, scale: number, isAllowed: (value: bigint) => boolean, expected: Sentence): bigint {
    const value = this.#decimalOrNull(column, scale);
    if (value === null || !isAllowed(value)) this.wrong(column, expected);
    return value ?? 0n;
  }

  /** A mining day that is over by `now`. */
  pastDay(column: Column, today: string): string {
    const text = this.text(column);
    if (!(text.startsWith('20') && isCalendarDate(text))) this.wrong(column, words.date);
    else if (text >= today) this.wrong(column, words.overDay);
    return text;
  }

  #decimalOrNull(column: Column, scale: number): bigint | null {
    try {
      return parseDecimal(this.text(column), scale);
    } catch (error) {
      if (error instanceof DecimalError) return null;
      throw error;
    }
  }
}
