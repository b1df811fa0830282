import type { ChainAdapter, Unsigned } from '@lode/chain';
import type { InternalTransfer } from '../../platform/chains/internal-transfer-signer.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { LogEvent } from '../../platform/log/event-log.ts';

const settingKeys = ['sweep.min.USDT', 'sweep.max-fee.ETH'] as const;
type SweepSetting = (typeof settingKeys)[number];

export interface SweepDeps {
  database: Database;
  readonly openChain: (network: 'ERC20') => Promise<ChainAdapter | { closed: string }>;
  /** Confirmations that make a move final. */
  readonly needed: (network: 'ERC20') => number;
  /** Decimals in full scale of their coins. */
  readonly settingsAt: (
    db: Queryable,
    keys: readonly SweepSetting[],
    at: Date,
  ) => Promise<Record<SweepSetting, string>>;
  /** The signer, which signs moves between own addresses only. The same move again returns the same bytes. */
  readonly sign: (move: InternalTransfer, unsigned: Unsigned) => Promise<{ signed: string } | { refused: string }>;
  /** Raises the alert that the hot wallet lacks a coin; null resolves it. */
  readonly reportShortage: (coin: 'ETH', message: string | null, now: Date) => Promise<void>;
  /** Staff have to act; a condition that lasts is logged once. */
  readonly report: (event: LogEvent) => void;
  /** Named places at which a test ends the process. */
  readonly failpoint: (point: string) => void;
}

/** From how much a sweep is worth it, and what one may cost. */
export async function sweepTermsAt(deps: SweepDeps, now: Date): Promise<{ min: string; maxFee: string }> {
  const found = await deps.settingsAt(deps.database, settingKeys, now);
  return { min: found['sweep.min.USDT'], maxFee: found['sweep.max-fee.ETH'] };
}
