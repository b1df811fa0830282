import { Field, IconButton, TextLink, toast } from '@lode/ui';
import { type ReactNode, useState } from 'react';
import { withdrawWords as words } from '../../../locales/zh/withdraw.ts';
import { longestAddress, tidiedAddress } from '../address.ts';
import { type AddressState, addressProblem } from '../use-address-check.ts';
import styles from './withdraw.module.css';

interface AddressFieldProps {
  value: string;
  onChange: (address: string) => void;
  state: AddressState;
  /** Says what is wrong even while it may still become right. */
  isInsisted: boolean;
  /** Below the field while nothing is wrong. */
  hint?: ReactNode;
  /** Opens the address book; without it there is none to choose from. */
  onBook?: () => void;
  /** Opens the camera; without it there is none. */
  onScan?: () => void;
}

/** Where to: typed, pasted, scanned or picked from the book, and judged while it is typed. */
export function AddressField({ value, onChange, state, isInsisted, hint, onBook, onScan }: AddressFieldProps) {
  const [isLeft, setLeft] = useState(false);
  const change = (text: string) => {
    setLeft(false);
    onChange(tidiedAddress(text));
  };
  async function paste(): Promise<void> {
    try {
      change(await navigator.clipboard.readText());
      setLeft(true);
    } catch {
      toast(words.pasteFailed);
    }
  }
  const canPaste = 'clipboard' in navigator && 'readText' in navigator.clipboard;
  return (
    <Field
      label={words.address}
      placeholder={words.addressHint}
      value={value}
      onChange={change}
      onBlur={() => setLeft(value !== '')}
      error={addressProblem(state, isLeft || isInsisted)}
      hint={state.kind === 'checking' ? words.checking : hint}
      name="address"
      autoComplete="off"
      // Longer than an address: what is pasted may come in groups.
      maxLength={2 * longestAddress}
      suffix={
        <>
          {value === '' && canPaste && (
            <span className={styles.paste}>
              <TextLink onClick={() => void paste()}>{words.paste}</TextLink>
            </span>
          )}
          {onScan && <IconButton icon="scan" iconSize="s" label={words.scan} onClick={onScan} />}
          {onBook && <IconButton icon="book" iconSize="s" label={words.book} onClick={onBook} />}
        </>
      }
    />
  );
}
