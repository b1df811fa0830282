import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from '../../lib/classes.ts';
import { type Tone, toneClass } from '../chip/chip.tsx';
import { Icon } from '../icon/icon.tsx';
import styles from './filter-chips.module.css';

/** A horizontally scrolling line of chips, edge to edge. */
export function ChipBar({ label, children }: { label: string; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => showPressed(bar.current), []);
  return (
    // A stack spaces the outer box, so the bar keeps its negative margins.
    <div>
      <div ref={bar} className={styles.bar} role="group" aria-label={label}>
        {children}
      </div>
    </div>
  );
}

/** An address can choose a chip that lies beyond the edge. */
function showPressed(bar: HTMLElement | null): void {
  const chip = bar?.querySelector<HTMLElement>('[aria-pressed=true]');
  if (bar && chip) bar.scrollLeft = chip.offsetLeft - (bar.clientWidth - chip.offsetWidth) / 2;
}

/** Single choice with counts; the chosen chip is pressed. */
export function FilterChips<Value extends string>({
  options,
  value,
  onChange,
  label,
}: {
  options: readonly { value: Value; label: string; count?: number; tone?: Tone }[];
  value: Value;
  onChange: (value: Value) => void;
  label: string;
}) {
  return (
    <ChipBar label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes(styles.chip, option.tone && toneClass(option.tone))}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.tone && <span className={styles.mark} />}
          {option.label}
          {option.count !== undefined && <b>{option.count}</b>}
        </button>
      ))}
    </ChipBar>
  );
}

/** A chip that opens a choice and shows the current one. */
export function PickChip({
  active = false,
  onClick,
  children,
}: {
  active?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={classes(styles.chip, active && styles.active)}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <span className={styles.text}>{children}</span>
      <Icon name="down" size="xs" />
    </button>
  );
}
