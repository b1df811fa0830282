/** What happens in a simulated company, as plain data: the auditor predicts from it, the product carries it out. */

export type Coin = 'BTC' | 'USDT' | 'ETH' | 'DOGE';
export type MinedCoin = Exclude<Coin, 'USDT'>;
export type SavingsCoin = 'BTC' | 'USDT';
export type Status = 'WAITING' | 'ENCAPSULATION' | 'RUNNING' | 'SUSPEND' | 'REPAIR' | 'ARREAR';

/** What a machine was instead, in an outage that is recorded late. */
export type DatedBackStatus = 'REPAIR' | 'SUSPEND' | 'RUNNING';
export type OutageScope = { site: string } | { machine: string };

/** Decimals are texts, amounts minor units, times milliseconds since 1970, dates `2028-02-29`. */
export interface MachineFacts {
  no: string;
  owner: string;
  model: string;
  coin: MinedCoin;
  /** TH/s, of other coins than BTC MH/s. */
  hashrate: string;
  powerWatts: number;
  kind: 'SUBSCRIBE' | 'THIRD';
  site: string;
  /** USDT per kWh: of a site that is new with this machine. */
  price: string;
  poolFee: string;
  start: number;
  end: number | null;
  hostingFee: bigint | null;
}

export interface Patch {
  owner?: string;
  site?: string;
  hashrate?: string;
  powerWatts?: number;
  poolFee?: string;
  hostingFee?: bigint;
  end?: number | null;
}

export interface TermsChange {
  machine: string;
  from: string;
  patch: Patch;
}

export interface Epoch {
  difficulty: string;
  seconds: number;
}

export interface PoolReport {
  machine: string;
  coin: 'ETH' | 'DOGE';
  gross: bigint;
  fee: bigint;
}

/** Where coins from outside arrive. */
export type Destination = 'FUNDING' | 'POOL' | { customer: string };

export type Action =
  | { do: 'add-customer'; customer: string }
  | { do: 'import-machines'; machines: MachineFacts[] }
  | { do: 'network-day'; date: string; blocks: number; subsidies: bigint; fees: bigint; epochs: Epoch[] }
  | { do: 'prices'; date: string; usdt: Record<MinedCoin, bigint> }
  | { do: 'pool-report'; date: string; reports: PoolReport[] }
  | { do: 'tariff'; site: string; price: string; from: string }
  | { do: 'terms'; changes: TermsChange[] }
  | { do: 'cancel-terms'; machine: string; from: string }
  | { do: 'customer-move'; customer: string; machine: string; to: 'RUNNING' | 'SUSPEND' }
  /** Null: from REPAIR back to where it was. */
  | { do: 'staff-move'; machine: string; to: Status | null }
  | { do: 'pay-mode'; customer: string; outputFirst: boolean }
  /** What the worker does by itself between two closes. */
  | { do: 'tick' }
  | { do: 'close-mining'; date: string }
  | { do: 'close-savings'; date: string }
  | { do: 'deposit-by-hand'; customer: string; coin: SavingsCoin; amount: bigint }
  | { do: 'promotion'; customer: string; amount: bigint }
  | { do: 'correct'; machine: string; date: string; what: 'output' | 'electricity'; coin: Coin; amount: bigint }
  | { do: 'correct-hosting'; machine: string; month: string; customer: string; coin: Coin; amount: bigint }
  /** `to` null: it lasts. `isProposed`: by one person and approved by another; else by both at once. */
  | {
      do: 'record-outage';
      scope: OutageScope;
      from: number;
      to: number | null;
      status: DatedBackStatus;
      isProposed: boolean;
    }
  | { do: 'credit-outage'; scope: OutageScope; from: number; to: number; keepsOutput: boolean; isProposed: boolean }
  /** `hasReceipt`: what is left was paid by hand. */
  | { do: 'leave'; customer: string; hasReceipt: boolean; isProposed: boolean }
  /** Final coins on chain. `arrival` numbers what does not go to a customer. */
  | { do: 'coins-arrive'; to: Destination; amount: bigint; arrival: number }
  | { do: 'pool-payment'; coin: MinedCoin; from: string; to: string; source: { arrival: number } | { byHand: bigint } }
  | { do: 'settle'; arrival: number; as: 'treasury' | { customer: string } }
  | { do: 'subscribe'; customer: string; coin: SavingsCoin; amount: bigint }
  | { do: 'redeem'; customer: string; coin: SavingsCoin; amount: bigint }
  | { do: 'redeem-interest'; customer: string; coin: SavingsCoin; amount: bigint }
  | { do: 'pay-fund'; coin: SavingsCoin; amount: bigint; from: 'treasury' | 'electricity-revenue' | 'hosting-revenue' }
  | { do: 'rate'; coin: SavingsCoin; percent: string; from: string };

export type SimulatedEvent = Action & { at: number };
export type Outcome = 'done' | 'refused';
