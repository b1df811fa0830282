import { Field, IconButton, TextLink, toast } from '@lode/ui';
import { type ReactNode, useState } from 'react';
import { AddressText } from '../../../components/address-text.tsx';
import { endsOf } from '../../../lib/chain-figures.ts';
import { withdrawMessages as messages } from '../../../locales/zh/withdraw.ts';
import { maxAddressLength, normalisedAddress } from '../address.ts';
import { type AddressCheck, addressProblem } from '../use-address-check.ts';
import styles from './withdraw.module.css';

interface AddressFieldProps {
  value: string;
  onChange: (address: string) => void;
  check: AddressCheck;
  /** Shows every problem, also of a field that was not touched. */
  isSubmitted: boolean;
  /** Below the field unless it has a problem. */
  hint?: ReactNode;
  onBook?: () => void;
  /** Absent where no camera can scan. */
  onScan?: () => void;
}

/** A complete address is longer than its field: it rests as its two ends there and stands whole, in groups, below. */
export function AddressField({ value, onChange, check, isSubmitted, hint, onBook, onScan }: AddressFieldProps) {
  const [isTouched, setTouched] = useState(false);
  const change = (text: string) => {
    setTouched(false);
    onChange(normalisedAddress(text));
  };
  async function paste(): Promise<void> {
    try {
      change(await navigator.clipboard.readText());
      setTouched(true);
    } catch {
      toast(messages.pasteFailed);
    }
  }
  const isShortened = value !== '' && check.kind !== 'malformed';
  const canPaste = 'clipboard' in navigator && 'readText' in navigator.clipboard;
  return (
    <div className={isShortened ? styles.shortened : undefined}>
      <Field
        label={messages.address}
        placeholder={messages.addressHint}
        value={value}
        onChange={change}
        onBlur={() => setTouched(value !== '')}
        error={addressProblem(check, isTouched || isSubmitted)}
        hint={check.kind === 'checking' ? messages.checking : hint}
        name="address"
        autoComplete="off"
        // A pasted address may contain spaces between its groups.
        maxLength={2 * maxAddressLength}
        suffix={
          <>
            {value === '' && canPaste && (
              <span className={styles.paste}>
                <TextLink onClick={() => void paste()}>{messages.paste}</TextLink>
              </span>
            )}
            {onScan && <IconButton icon="scan" iconSize="s" label={messages.scan} onClick={onScan} />}
            {onBook && <IconButton icon="book" iconSize="s" label={messages.book} onClick={onBook} />}
          </>
        }
      />
      {isShortened && (
        <>
          <span className={styles.ends} aria-hidden="true">
            {endsOf(value)}
          </span>
          <div className={styles.whole}>
            <AddressText address={value} />
          </div>
        </>
      )}
    </div>
  );
}
