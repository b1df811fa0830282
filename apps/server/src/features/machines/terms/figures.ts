/** What a change moves, in minor units: BTC and electricity of a day, hosting of a month. */
export interface Figures {
  output: bigint;
  electricity: bigint;
  hosting: bigint;
}

export interface CustomerEffect {
  account: string;
  machines: number;
  before: Figures;
  after: Figures;
}
