import { useSearchBox } from '../lib/search-box.ts';
import { searchTexts as texts } from '../locales/zh/search.ts';
import { Icon } from './icon.tsx';
import styles from './search-button.module.css';

/** What looks like a field in the head of each page; `/` does the same from everywhere. */
export function SearchButton() {
  const open = useSearchBox();
  if (open === null) return null;
  return (
    <button type="button" className={styles.box} onClick={open}>
      <Icon name="search" />
      <span className={styles.label}>{texts.search}</span>
      <kbd aria-hidden="true">/</kbd>
    </button>
  );
}
