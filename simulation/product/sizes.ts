/** How much of each is done. The full figures are the promises of the product; the short ones stand for them on every change. */
const full = {
  /** R1: attempts to withdraw the same money; so many of them through HTTP, password and all. */
  attempts: 100_000,
  throughHttp: 2_000,
  /** R2: the same request so many times at once. */
  repeats: 5_000,
  /** R4: SIGKILLs of a worker that pays. */
  withdrawalKills: 500,
  /** R4: the same of a worker that pays several in one transaction. */
  batchKills: 60,
  /** R6: random forks on the scripted chain, and the depths that real nodes are taken back by. */
  forks: 2_000,
  depths: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 100],
  /** R7: calls of the watcher, each an event that is doubled, out of order or lost. */
  events: 50_000,
  /** R10: malformed inputs of each call through HTTP; nine times as many are read only. */
  inputsPerCall: 2_500,
  /** Wrong rows: so many seeds choose the row of each kind. */
  wrongRowSeeds: 5,
  /** R12: requests for one-time codes. */
  codeRequests: 100_002,
  /** Mining days of a company with so many machines, from a date on; without a date one by chance. */
  days: 60,
  machines: 400,
  from: '',
};

export type Sizes = typeof full;

const short: Sizes = {
  attempts: 800,
  throughHttp: 64,
  repeats: 200,
  withdrawalKills: 4,
  batchKills: 2,
  forks: 12,
  depths: [2, 100],
  events: 300,
  inputsPerCall: 10,
  wrongRowSeeds: 1,
  codeRequests: 600,
  days: 6,
  machines: 30,
  from: '',
};

export function sizesOf(isShort: boolean, chosen: Partial<Sizes> = {}): Sizes {
  return { ...(isShort ? short : full), ...chosen };
}
