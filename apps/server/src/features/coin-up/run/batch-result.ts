/** What one batch did, as it is kept with the batch. Numbers beyond JSON's as text. */
export interface CoinUpBatchResult {
  positions: { BTC: number; USDT: number };
  interest: { BTC: string; USDT: string };
  begun: number;
  arrived: number;
  arrivalTransfer: string | null;
}
