import { groupsOf } from '../../../lib/chain-figures.ts';
import styles from './withdraw.module.css';

/** Groups of four with marked ends, for comparison with the source of the address. */
export function AddressText({ address }: { address: string }) {
  const groups = groupsOf(address);
  const head = groups[0] === '0x' ? 1 : 0;
  return (
    <span className={styles.address} role="img" aria-label={address}>
      {groups.map((group, at) => (
        // Groups are keyed by position.
        <span key={at} className={at === head || at === groups.length - 1 ? styles.strong : undefined}>
          {group}
        </span>
      ))}
    </span>
  );
}
