/** Networks, prices and pools as they might be, by chance. */
import type { Action, Epoch, MinedCoin, PoolReport } from '../events.ts';
import type { Random } from './plan.ts';

type NetworkDayEvent = Extract<Action, { do: 'network-day' }>;

export class Market {
  readonly #random: Random;
  #difficulty = 15_486_913_440_292n;
  readonly #usdt: Record<MinedCoin, bigint> = { BTC: 8_000_000_000n, ETH: 200_000_000n, DOGE: 2_000n };

  constructor(random: Random) {
    this.#random = random;
  }

  /** One day in seven the difficulty changes within the day. */
  networkDay(date: string): NetworkDayEvent {
    const { below } = this.#random;
    const blocks = 120 + below(60);
    const first = this.#next();
    const epochs: Epoch[] = [{ difficulty: first, seconds: 86_400 }];
    if (below(7) === 0) {
      const seconds = 1 + below(86_399);
      epochs.splice(0, 1, { difficulty: first, seconds }, { difficulty: this.#next(), seconds: 86_400 - seconds });
    }
    const fees = BigInt(500_000_000 + below(1_500_000_000));
    return { do: 'network-day', date, blocks, subsidies: BigInt(blocks) * 1_250_000_000n, fees, epochs };
  }

  #next(): string {
    const { below } = this.#random;
    this.#difficulty = (this.#difficulty * BigInt(970 + below(61))) / 1000n;
    const fraction = below(100);
    return fraction === 0
      ? `${this.#difficulty}`
      : `${this.#difficulty}.${String(fraction).padStart(2, '0')}`.replace(/0$/, '');
  }

  /** By at most a tenth a day, and back to where they began. */
  prices(): Record<MinedCoin, bigint> {
    const begins: Record<MinedCoin, bigint> = { BTC: 8_000_000_000n, ETH: 200_000_000n, DOGE: 2_000n };
    for (const coin of ['BTC', 'ETH', 'DOGE'] as const) {
      const drift = this.#usdt[coin] > begins[coin] ? -10 : 10;
      this.#usdt[coin] = (this.#usdt[coin] * BigInt(1000 + drift + this.#random.below(181) - 90)) / 1000n + 1n;
    }
    return { ...this.#usdt };
  }

  report(machine: string, coin: 'ETH' | 'DOGE'): PoolReport {
    const { below } = this.#random;
    const gross = coin === 'ETH' ? BigInt(below(2_000_000)) : BigInt(below(2_000_000_000));
    return { machine, coin, gross, fee: (gross * BigInt(below(5))) / 100n };
  }
}
