import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import styles from './segmented.module.css';

/** A choice of a few visible options; arrow keys move it. */
export function Segmented<Value extends string>({
  options,
  value,
  onChange,
  label,
}: {
  options: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  label: string;
}) {
  const list = useRef<HTMLDivElement>(null);

  function moveByKey(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = options.findIndex((option) => option.value === value);
    const next = (at + step + options.length) % options.length;
    const option = options[next];
    if (!option) return;
    onChange(option.value);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  }

  return (
    <div ref={list} className={styles.segments} role="tablist" aria-label={label} onKeyDown={moveByKey}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          className={styles.segment}
          aria-selected={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
