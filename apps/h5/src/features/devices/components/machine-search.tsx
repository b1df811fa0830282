import { Icon } from '@lode/ui';
import { useEffect, useRef, useState } from 'react';
import { searchText } from '../../../lib/search-text.ts';
import { deviceMessages as messages } from '../../../locales/zh/devices.ts';
import styles from './machine-list.module.css';

/** A pause in typing that counts as the end of a word. */
const pauseMs = 300;
const longestSearch = 64;

/** Searches a part of the number, model or site; asks after a pause or at Enter. */
export function MachineSearch({ value, onChange }: { value: string; onChange: (search: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [reported, setReported] = useState(value);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  if (value !== reported) {
    // Changed from elsewhere: 返回, or 查看全部.
    setReported(value);
    setTyped(value);
  }

  function report(text: string): void {
    window.clearTimeout(timer.current);
    const search = searchText(text, longestSearch);
    setReported(search);
    onChange(search);
  }

  return (
    <div className={styles.searchBox}>
      <Icon name="search" size="s" />
      <input
        type="search"
        className={styles.search}
        aria-label={messages.search}
        placeholder={messages.searchHint}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={longestSearch}
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
