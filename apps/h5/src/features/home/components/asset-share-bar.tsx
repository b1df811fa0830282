import { Amount } from '@lode/ui';
import { commonMessages } from '../../../locales/zh/common.ts';
import { homeMessages as messages } from '../../../locales/zh/home.ts';
import { priceMessages } from '../../../locales/zh/prices.ts';
import type { AssetShare, ShareName } from '../home-figures.ts';
import styles from './asset-share-bar.module.css';

const tones: Record<ShareName, string | undefined> = {
  OUTPUT_ACCOUNT: styles.output,
  COIN_UP_ACCOUNT: styles.coinUp,
  ELE_ACCOUNT: styles.electricity,
};

/** In per cent, truncated. */
function percentOf(part: bigint, whole: bigint): bigint {
  return whole === 0n ? 0n : (part * 100n) / whole;
}

/** The total by account: a bar, with each account's value below. */
export function AssetShareBar({ shares, unpriced }: { shares: readonly AssetShare[]; unpriced: readonly string[] }) {
  const whole = shares.reduce((sum, { value }) => sum + (value ?? 0n), 0n);
  const name = shares.map((share) =>
    messages.share(messages.shares[share.name], `${percentOf(share.value ?? 0n, whole)}%`),
  );
  return (
    <>
      <div className={styles.bar} role="img" aria-label={name.join('，')}>
        {whole === 0n ? (
          <span className={styles.nothing} />
        ) : (
          shares.map(({ name, value }) => (
            <span
              key={name}
              className={tones[name]}
              style={{ flexGrow: Number(percentOf((value ?? 0n) * 10n, whole)) }}
            />
          ))
        )}
      </div>
      <dl className={styles.list}>
        {shares.map(({ name, value }) => (
          <div key={name}>
            <dt className={tones[name]}>{messages.shares[name]}</dt>
            <dd>{value === null ? commonMessages.dash : <Amount value={value} coin="USDT" unit={null} />}</dd>
          </div>
        ))}
      </dl>
      {unpriced.length > 0 && <p className={styles.unpriced}>{priceMessages.unpriced(unpriced.join('、'))}</p>}
    </>
  );
}
