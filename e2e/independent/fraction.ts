/** An exact fraction, independent of the product's arithmetic so that it does not share its bugs. */
export class Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;

  constructor(numerator: bigint, denominator = 1n) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  /** `Fraction.of('12.5')` is 25/2. */
  static of(decimal: string): Fraction {
    const [whole = '0', decimals = ''] = decimal.split('.');
    return new Fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
  }

  plus(other: Fraction): Fraction {
    return new Fraction(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.numerator, other.denominator));
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  over(other: Fraction): Fraction {
    return new Fraction(this.numerator * other.denominator, this.denominator * other.numerator);
  }

  /** Truncates to that many decimals: `new Fraction(2n, 3n).cut(2)` is "0.66"; for non-negative values. */
  cut(decimals: number): string {
    const digits = ((this.numerator * 10n ** BigInt(decimals)) / this.denominator)
      .toString()
      .padStart(decimals + 1, '0');
    return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  }
}
