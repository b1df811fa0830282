import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { timings } from '../../lib/timings.ts';
import { noticeWords as words } from '../../locale/zh-notices.ts';
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
  /** Without one the product's own picture stands there. */
  img: string | null;
  content: ReactNode;
}

export interface ForcedNoticeDialogProps {
  /** Taken as they are when the dialog appears. Give it a `key` when there are others. */
  notices: readonly ForcedNotice[];
  /** Answers whether the confirmation was taken. */
  onConfirm: (id: string) => Promise<boolean>;
  /** The last one is confirmed, and the dialog closes. */
  onAllConfirmed: () => void;
}

/**
 * Walks through notices that must be read: each has a tick to be set before 我已知晓 confirms it. There is no other way
 * out. The button is not `disabled` while the tick is missing, so that a tap on it can say so.
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

  // 已知晓 is seen before the next one comes.
  useEffect(() => {
    if (!moves || next === null) return;
    const timer = setTimeout(() => {
      setAt(next);
      // Read out, and scrolled to its beginning.
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
    else toast(words.tickFirst);
  }

  return (
    <Overlay open={!isDone} shape="dialog" labelledBy={heading} width={600}>
      <NoticePicture key={`picture ${notice.id}`} src={notice.img} />
      <div className={styles.inside}>
        <div id={heading} className={styles.place}>
          {words.noticeOf(at + 1, notices.length)}
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
          {words.tick}
        </Tick>
        {hasFailed && (
          <div className={styles.failed} role="alert">
            <Alert tone="bad">{words.failed}</Alert>
          </div>
        )}
        <Button
          key={`button ${notice.id}`}
          block
          softDisabled={!state.isTicked || state.isConfirmed}
          busy={isConfirming}
          onClick={press}
        >
          {state.isConfirmed ? words.known : isConfirming ? words.confirming : words.confirm}
        </Button>
      </div>
    </Overlay>
  );
}
