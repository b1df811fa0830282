import { groupsOf } from '../lib/chain-figures.ts';
import styles from './address-text.module.css';

/**
 * An address in groups of four, in lines of whole groups one below the other, for comparison with its source. The first and last
 * group are marked, because people compare those.
 */
export function AddressText({ address, size = 'caption' }: { address: string; size?: 'caption' | 'body' }) {
  const groups = groupsOf(address);
  const hasPrefix = groups[0] === '0x';
  const isMarked = (at: number) => at === groups.length - 1 || at === 0 || (hasPrefix && at === 1);
  return (
    <span
      className={hasPrefix ? `${styles.address} ${styles.prefixed}` : styles.address}
      data-size={size}
      role="img"
      aria-label={address}
    >
      {groups.map((group, at) => (
        // Groups are keyed by position.
        <span key={at} className={isMarked(at) ? styles.marked : undefined}>
          {group}
        </span>
      ))}
    </span>
  );
}
