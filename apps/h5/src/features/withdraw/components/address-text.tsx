import { groupsOf } from '../../../lib/chain-figures.ts';
import styles from './withdraw.module.css';

/** A whole address in groups of four, its ends strong: to be compared with where it came from. */
export function AddressText({ address }: { address: string }) {
  const groups = groupsOf(address);
  const head = groups[0] === '0x' ? 1 : 0;
  return (
    <span className={styles.address} role="img" aria-label={address}>
      {groups.map((group, at) => (
        // The order of groups is their identity.
        <span key={at} className={at === head || at === groups.length - 1 ? styles.strong : undefined}>
          {group}
        </span>
      ))}
    </span>
  );
}
