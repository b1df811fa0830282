import type { Data } from '@lode/contract';
import { AppLink, Card, Skeleton, shanghaiShortTime, Tag } from '@lode/ui';
import { AddressText } from '../../../components/address-text.tsx';
import { href } from '../../../lib/routes.ts';
import { addressBookMessages as messages } from '../../../locales/zh/withdraw.ts';
import styles from './book.module.css';

export type BookEntry = Data<'withdrawAddressList'>[number];

interface BookListProps {
  /** Null while loading. */
  entries: readonly BookEntry[] | null;
  onRemove: (entry: BookEntry) => void;
}

/** The address book; only an address without a security hold links to the withdrawal form. */
export function BookList({ entries, onRemove }: BookListProps) {
  return (
    <Card flush>
      <ul className={styles.list}>
        {entries === null
          ? Array.from({ length: 3 }, (_, i) => (
              <li key={i} className={styles.entry}>
                <Skeleton width="40%" height={32} />
                <Skeleton width="90%" height={28} />
                <Skeleton width="50%" height={24} />
              </li>
            ))
          : entries.map((entry) => <Entry key={entry.id} entry={entry} onRemove={onRemove} />)}
      </ul>
    </Card>
  );
}

function Entry({ entry, onRemove }: { entry: BookEntry; onRemove: (entry: BookEntry) => void }) {
  const { coin, network, address, label, until } = entry;
  const name = label || messages.unnamed;
  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        <b className={styles.name}>{name}</b>
        <Tag>{network}</Tag>
        <button
          type="button"
          className={styles.remove}
          aria-label={messages.removeOne(name)}
          onClick={() => onRemove(entry)}
        >
          {messages.remove}
        </button>
      </div>
      <div className={styles.address}>
        <AddressText address={address} />
      </div>
      <div className={styles.foot}>
        {until === null ? (
          <>
            <span>{messages.ready}</span>
            <AppLink className={styles.withdrawLink} href={href('withdraw', { coin, network, address })}>
              {messages.withdraw}
            </AppLink>
          </>
        ) : (
          messages.withdrawAfter(shanghaiShortTime(until))
        )}
      </div>
    </li>
  );
}
