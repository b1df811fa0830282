import type { ReactNode } from 'react';
import { shanghaiClock } from '../../lib/shanghai-time.ts';
import { zh } from '../../locale/zh.ts';
import { Alert } from '../alert/alert.tsx';
import { Button } from '../button/button.tsx';
import styles from './page-state.module.css';
import { Picture, type StatePicture } from './pictures.tsx';

function Blank({
  of,
  title,
  children,
  action,
}: {
  of: StatePicture;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <section className={styles.blank}>
      <Picture of={of} />
      <h2>{title}</h2>
      <p>{children}</p>
      {action}
    </section>
  );
}

/** No data yet. `hint` explains how data appears, `action` is the next step. */
export function Empty({
  title,
  hint,
  action,
}: {
  title: string;
  hint: ReactNode;
  action?: { label: string; href?: string; onClick?: () => void };
}) {
  return (
    <Blank
      of="empty"
      title={title}
      action={
        action && (
          <Button variant="dark" size="s" href={action.href} onClick={action.onClick}>
            {action.label}
          </Button>
        )
      }
    >
      {hint}
    </Blank>
  );
}

/** Loading failed without older data. */
export function ErrorState({
  title = zh.errorTitle,
  text = zh.errorText,
  offline = false,
  onRetry,
}: {
  title?: string;
  text?: ReactNode;
  /** The phone is offline: another picture. */
  offline?: boolean;
  onRetry: () => void;
}) {
  return (
    <Blank
      of={offline ? 'offline' : 'error'}
      title={title}
      action={
        <Button variant="dark" size="s" onClick={onRetry}>
          {zh.retry}
        </Button>
      }
    >
      {text}
    </Blank>
  );
}

/** Shown above stale data, with its time. */
export function OfflineBanner({ since, onRetry }: { since: string | Date | null; onRetry?: () => void }) {
  return (
    <Alert
      tone="warn"
      icon="offline"
      live
      action={
        onRetry && (
          <Button variant="quiet" size="s" onClick={onRetry}>
            {zh.retry}
          </Button>
        )
      }
    >
      <b>{zh.offline}</b>
      {since !== null && <> · {zh.offlineSince(shanghaiClock(since))}</>}
    </Alert>
  );
}
