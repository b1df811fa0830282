import { Icon } from '@lode/ui';
import { useEffect, useRef, useState } from 'react';
import { searchText } from '../lib/search-text.ts';
import styles from './search-field.module.css';

/** A pause in typing that counts as the end of a word. */
const pauseMs = 300;

interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** In characters. */
  longest: number;
  value: string;
  onChange: (search: string) => void;
}

/** A list's search: asks after a pause in typing or at Enter. */
export function SearchField({ label, placeholder, longest, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [reported, setReported] = useState(value);
  const timer = useRef<number>(undefined);
  // A choice beside it may have been made while a word was typed.
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => () => window.clearTimeout(timer.current), []);
  if (value !== reported) {
    // Changed from elsewhere: 返回, or 查看全部.
    setReported(value);
    setTyped(value);
  }

  function report(text: string): void {
    window.clearTimeout(timer.current);
    const search = searchText(text, longest);
    setReported(search);
    latest.current(search);
  }

  return (
    <div className={styles.box}>
      <Icon name="search" size="s" />
      <input
        type="search"
        className={styles.search}
        aria-label={label}
        placeholder={placeholder}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={longest}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          window.clearTimeout(timer.current);
          timer.current = window.setTimeout(() => report(target.value), pauseMs);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) report(typed);
        }}
      />
    </div>
  );
}
