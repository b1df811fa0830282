import { houseAccount, type PostingType } from '@lode/ledger';
import type { Coin } from '@lode/money';

type Adjusted = 'output' | 'electricity';

/** What a correction of an output or of electricity is posted as. */
export function correctionType(adjusted: Adjusted): PostingType {
  return adjusted === 'output' ? 'ADJUST_OUTPUT' : 'ADJUST_ELE';
}

/** The house's side of it. */
export function correctedHouse(adjusted: Adjusted, coin: Coin): bigint {
  return houseAccount(adjusted === 'output' ? 'MINING_RECEIVABLE' : 'ELECTRICITY_REVENUE', coin);
}
