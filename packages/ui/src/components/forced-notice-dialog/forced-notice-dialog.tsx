import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { timings } from '../../lib/timings.ts';
import { noticeMessages as messages } from '../../locale/zh-notices.ts';
import { Alert } from '../alert/alert.tsx';
import { Button } from '../button/button.tsx';
import { Overlay } from '../modal/overlay.tsx';
import { Tick } from '../tick/tick.tsx';
import { toast } from '../toast/toast-store.ts';
import styles from './forced-notice-dialog.module.css';
import { confirmed, firstUnconfirmed, toggled, unread } from './forced-notice-state.ts';
import { NoticePicture } from './notice-picture.tsx';

export interface ForcedNotice {
  id: string;
  /** Null shows the default picture. */
  img: string | null;
  content: ReactNode;
}

export interface ForcedNoticeDialogProps {
  /** Fixed when the dialog appears; a new list needs a new `key`. */
  notices: readonly ForcedNotice[];
  /** Returns whether the confirmation succeeded. */
  onConfirm: (id: string) => Promise<boolean>;
  /** Called after the last confirmation, when the dialog closes. */
  onAllConfirmed: () => void;
}

/**
 * Walks through notices that must be read: a tick enables 我已知晓, and nothing dismisses the dialog. The button is not
 * `disabled` without the tick, so that a tap can report it.
 */
export function ForcedNoticeDialog({ notices: given, onConfirm, onAllConfirmed }: ForcedNoticeDialogProps) {
  const [notices] = useState(given);
  const [states, setStates] = useState(() => unread(notices.map(({ id }) => id)));
  const [at, setAt] = useState(0);
  const [isConfirming, setConfirming] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const heading = useId();
  const text = useRef<HTMLDivElement>(null);

  const notice = notices[at];
  const state = states[at];
  const next = firstUnconfirmed(states);
  const isDone = next === null;
  const moves = state?.isConfirmed === true && !isDone;

  // Shows 已知晓 briefly before the next notice.
  useEffect(() => {
    if (!moves || next === null) return;
    const timer = setTimeout(() => {
      setAt(next);
      // Announced and scrolled to the top.
      text.current?.focus();
    }, timings.dialog);
    return () => clearTimeout(timer);
  }, [moves, next]);

  if (!notice || !state) return null;

  async function confirm(id: string): Promise<void> {
    setConfirming(true);
    setFailed(false);
    const isTaken = await onConfirm(id);
    setConfirming(false);
    if (!isTaken) {
      setFailed(true);
      return;
    }
    const after = confirmed(states, id);
    setStates(after);
    if (firstUnconfirmed(after) === null) onAllConfirmed();
  }

  function press(): void {
    if (!state || state.isConfirmed) return;
    if (state.isTicked) void confirm(state.id);
    else toast(messages.tickFirst);
  }

  return (
    <Overlay open={!isDone} shape="dialog" labelledBy={heading} width={600}>
      <NoticePicture key={`picture ${notice.id}`} src={notice.img} />
      <div className={styles.inside}>
        <div id={heading} className={styles.place}>
          {messages.noticeOf(at + 1, notices.length)}
        </div>
        <div ref={text} className={styles.text} tabIndex={-1}>
          {notice.content}
        </div>
        <Tick
          checked={state.isTicked}
          onChange={() => {
            if (!isConfirming) setStates(toggled(states, notice.id));
          }}
        >
          {messages.tick}
        </Tick>
        {hasFailed && (
          <div className={styles.failed} role="alert">
            <Alert tone="bad">{messages.failed}</Alert>
          </div>
        )}
        <Button
          key={`button ${notice.id}`}
          block
          softDisabled={!state.isTicked || state.isConfirmed}
          busy={isConfirming}
          onClick={press}
        >
          {state.isConfirmed ? messages.known : isConfirming ? messages.confirming : messages.confirm}
        </Button>
      </div>
    </Overlay>
  );
}
