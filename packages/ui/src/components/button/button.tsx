import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { useThrottled } from '../../lib/use-throttled.ts';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-names.ts';
import { AppLink } from '../link/link.tsx';
import { Spinner } from '../spinner/spinner.tsx';
import styles from './button.module.css';

export interface ButtonProps {
  children: ReactNode;
  /** One `primary` per view; repeated actions in cards are `dark`, in wells `surface`. */
  variant?: 'primary' | 'dark' | 'line' | 'quiet' | 'surface' | 'danger';
  size?: 'm' | 's';
  block?: boolean;
  icon?: IconName;
  /** Shows a spinner and ignores taps. */
  busy?: boolean;
  disabled?: boolean;
  /** Looks disabled but receives taps, so that it can report what is missing. */
  softDisabled?: boolean;
  href?: string;
  type?: 'button' | 'submit';
  onClick?: () => void;
}

/** A text button; ignores a second tap within 800 ms. With an `href` it is a link. */
export function Button({
  children,
  variant = 'primary',
  size = 'm',
  block = false,
  icon,
  busy = false,
  disabled = false,
  softDisabled = false,
  href,
  type = 'button',
  onClick,
}: ButtonProps) {
  const press = useThrottled(onClick);
  const className = classes(styles.button, styles[variant], size === 's' && styles.small, block && styles.block);
  const content = (
    <>
      {busy ? <Spinner /> : icon && <Icon name={icon} size="s" />}
      {children}
    </>
  );
  if (href !== undefined) {
    return (
      <AppLink href={href} className={className} onClick={onClick}>
        {content}
      </AppLink>
    );
  }
  return (
    <button
      type={type}
      className={className}
      disabled={disabled}
      aria-disabled={softDisabled || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : () => press()}
    >
      {content}
    </button>
  );
}
