/** The events of one mining day after the other: the worker's tasks at their times, and people in between. */
import { dayLength, hour, plusDays, startOf } from '../auditor/calendar.ts';
import type { Action, PoolReport, SimulatedEvent } from '../events.ts';
import { choose } from './choose.ts';
import type { Chooser } from './chooser.ts';
import { Market } from './market.ts';

interface Slot {
  at: number;
  /** Null: whatever people do then. */
  actions: (() => Action[]) | null;
}

export class CalendarOfEvents {
  readonly #chooser: Chooser;
  readonly #market: Market;
  readonly #eventsPerDay: number;
  /** Closes are late until then. */
  #minesLateUntil = '';
  #savesLateUntil = '';

  constructor(chooser: Chooser, eventsPerDay: number) {
    this.#chooser = chooser;
    this.#market = new Market(chooser.random);
    this.#eventsPerDay = eventsPerDay;
  }

  /** `isLast`: whatever is late is caught up. `isQuiet`: no people do anything. */
  *eventsOf(date: string, { isLast = false, isQuiet = false } = {}): Generator<SimulatedEvent> {
    const { random } = this.#chooser;
    const start = startOf(date);
    const people = Array.from({ length: isQuiet ? 0 : this.#eventsPerDay }, () => ({
      at: start + random.below(dayLength),
      actions: null,
    }));
    const ticks = Array.from({ length: 3 }, () => ({ at: start + random.below(dayLength), actions: tickAction }));
    const slots: Slot[] = [
      { at: start + 5000, actions: tickAction },
      { at: start + 0.5 * hour, actions: () => this.#figuresOf(plusDays(date, -1)) },
      { at: start + 1.5 * hour + random.below(6 * hour), actions: () => this.#mining(date, isLast) },
      { at: start + 16 * hour + 600_000, actions: () => this.#savings(date, isLast) },
      ...people,
      ...ticks,
    ];
    slots.sort((a, b) => a.at - b.at);
    for (const { at, actions } of slots) {
      if (actions === null) {
        const action = choose(this.#chooser, at);
        if (action) yield { ...action, at };
      } else for (const [index, action] of actions().entries()) yield { ...action, at: at + index * 1000 };
    }
  }

  #figuresOf(date: string): Action[] {
    const { state, random, firstDay } = this.#chooser;
    if (date < firstDay) return [];
    const reports: PoolReport[] = [];
    for (const { no, coin } of state.machines.values()) {
      if (coin === 'BTC' ? random.below(60) === 0 : random.below(12) > 0)
        reports.push(this.#market.report(no, coin === 'BTC' ? 'DOGE' : coin));
    }
    const pools: Action[] = reports.length === 0 ? [] : [{ do: 'pool-report', date, reports }];
    return [this.#market.networkDay(date), { do: 'prices', date, usdt: this.#market.prices() }, ...pools];
  }

  /** One close in twelve is late, by up to four days, and all that is missing is caught up then. */
  #mining(date: string, isLast: boolean): Action[] {
    const { state, random, firstDay } = this.#chooser;
    if (random.below(12) === 0) this.#minesLateUntil = plusDays(date, 1 + random.below(4));
    if (date < this.#minesLateUntil && !isLast) return [];
    const next = state.lastClosed === null ? firstDay : plusDays(state.lastClosed, 1);
    return daysUpTo(next, plusDays(date, -1)).map((day) => ({ do: 'close-mining', date: day }));
  }

  #savings(date: string, isLast: boolean): Action[] {
    const { state, random, firstDay } = this.#chooser;
    if (random.below(25) === 0) this.#savesLateUntil = plusDays(date, 1 + random.below(2));
    if (date < this.#savesLateUntil && !isLast) return [];
    const next = state.lastSavingsClosed === null ? firstDay : plusDays(state.lastSavingsClosed, 1);
    return daysUpTo(next, date).map((day) => ({ do: 'close-savings', date: day }));
  }
}

const tickAction = (): Action[] => [{ do: 'tick' }];

function daysUpTo(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = plusDays(day, 1)) days.push(day);
  return days;
}
