import { Button, copyText, Icon } from '@lode/ui';
import type { ReactNode } from 'react';
import { endsOf } from '../lib/chain-figures.ts';
import { transactionMessages as messages } from '../locales/zh/transaction.ts';
import styles from './transaction.module.css';

/** State, amount and what is expected, on top of one deposit or withdrawal. */
export function TransactionHead({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className={styles.head}>
      {children}
      {note && <span className={styles.quiet}>{note}</span>}
    </div>
  );
}

/** The line of the transaction's id; none before there is one. */
export const txidItems = (txid: string | null) =>
  txid === null ? [] : [{ label: messages.txid, value: <span className={styles.mono}>{endsOf(txid)}</span> }];

/** Copies the id, and leads to where others see the transaction. */
export function TxidButtons({ txid, explorer }: { txid: string | null; explorer: string | null | undefined }) {
  if (txid === null) return null;
  return (
    <div className={styles.buttons}>
      <Button variant="quiet" icon="copy" onClick={() => void copyText(txid)}>
        {messages.copyTxid}
      </Button>
      {explorer && (
        <a className={styles.external} href={explorer + txid} target="_blank" rel="noopener noreferrer">
          <Icon name="ext" size="s" />
          {messages.explorer}
        </a>
      )}
    </div>
  );
}
