import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useReloadGuard } from '../../lib/reload-guard.ts';
import { timings } from '../../lib/timings.ts';
import { zh } from '../../locale/zh.ts';
import { Button } from '../button/button.tsx';
import { Icon } from '../icon/icon.tsx';
import { TextLink } from '../link/link.tsx';
import { Overlay } from '../modal/overlay.tsx';
import { DigitCells } from '../pin-field/digit-cells.tsx';
import { SheetHead } from '../sheet/sheet-head.tsx';
import styles from './funds-password-dialog.module.css';
import { Keypad } from './keypad.tsx';

/** Why a password was refused, with a note. */
interface Refusal {
  error: string;
  note?: string;
}

/** Outcome of an entered password. */
export type FundsPasswordOutcome =
  /** The dialog closes. */
  | { kind: 'done' }
  /** Shown as an error with a note; the digits are cleared. */
  | ({ kind: 'refused' } & Refusal)
  /** Not delivered: the digits stay, and 确认 sends them again. */
  | { kind: 'unsent' };

export interface FundsPasswordDialogProps {
  open: boolean;
  /** What the password authorises: amount and destination. */
  summary?: ReactNode;
  length?: number;
  /** Shown on opening, when an earlier entry was refused. */
  initialRefusal?: Refusal;
  /** 忘记密码？ was pressed. */
  onForgot: () => void;
  /** Called with all digits. */
  onComplete: (password: string) => Promise<FundsPasswordOutcome>;
  /** `done` after a success, `close` when the customer dismissed it. */
  onClose: (reason: 'done' | 'close') => void;
}

/** Asks for the funds password on its own masked keypad; the last digit submits, 确认 only retries an undelivered request. */
export function FundsPasswordDialog({ open, ...inside }: FundsPasswordDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const [opening, setOpening] = useState(0);
  const [wasOpen, setWasOpen] = useState(open);
  // Each opening starts empty; a closing dialog keeps its content.
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setOpening(opening + 1);
  }
  useReloadGuard(open);
  const id = useId();
  const dismiss = isBusy ? undefined : () => inside.onClose('close');
  return (
    <Overlay open={open} shape="sheet" labelledBy={id} onDismiss={dismiss} isMaskClosable>
      <Entry
        key={opening}
        {...inside}
        head={<SheetHead id={id} title={zh.enterFundsPassword} onClose={dismiss} />}
        isKeyboardActive={open}
        isBusy={isBusy}
        onBusy={setBusy}
      />
    </Overlay>
  );
}

function Entry({
  head,
  summary,
  length = 6,
  initialRefusal,
  onForgot,
  onComplete,
  onClose,
  isKeyboardActive,
  isBusy,
  onBusy,
}: Omit<FundsPasswordDialogProps, 'open'> & {
  head: ReactNode;
  /** Whether the keyboard is active: not while closing. */
  isKeyboardActive: boolean;
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
}) {
  const [digits, setDigits] = useState('');
  const [refusal, setRefusal] = useState<Refusal | null>(initialRefusal ?? null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  async function complete(password: string): Promise<void> {
    onBusy(true);
    setRefusal(null);
    const outcome = await onComplete(password);
    if (isGone.current) return;
    if (outcome.kind === 'done') {
      // Shows the last dot before closing, and stays busy so that nothing is sent twice.
      setTimeout(() => {
        onBusy(false);
        onClose('done');
      }, timings.passwordClose);
      return;
    }
    onBusy(false);
    if (outcome.kind === 'refused') {
      setDigits('');
      setRefusal(outcome);
    }
  }

  function type(digit: string): void {
    if (isBusy || digits.length >= length) return;
    const entered = digits + digit;
    setDigits(entered);
    setRefusal(null);
    if (entered.length === length) void complete(entered);
  }
  function erase(): void {
    if (!isBusy) setDigits(digits.slice(0, -1));
  }
  function confirm(): void {
    if (!isBusy && digits.length === length) void complete(digits);
  }
  useKeyboard(isKeyboardActive, { type, erase, confirm });

  return (
    <div className={styles.parts}>
      <div className={styles.words}>
        {head}
        <div className={styles.body}>
          {summary !== undefined && <div className={styles.summary}>{summary}</div>}
          <DigitCells count={digits.length} length={length} isWrong={refusal !== null} />
          <span className={styles.heard} role="status">
            {zh.digitsEntered(digits.length, length)}
          </span>
          <div className={styles.line}>
            {refusal === null ? (
              <span className={styles.hint}>{zh.digitsWanted(length)}</span>
            ) : (
              <span className={styles.error} role="alert">
                <Icon name="errc" size="xs" />
                <span>{refusal.error}</span>
                {refusal.note !== undefined && <span>{refusal.note}</span>}
              </span>
            )}
            <TextLink onClick={() => !isBusy && onForgot()}>{zh.forgotPassword}</TextLink>
          </div>
          <Button block disabled={digits.length < length} busy={isBusy} onClick={confirm}>
            {zh.confirm}
          </Button>
        </div>
      </div>
      <Keypad onDigit={type} onBackspace={erase} />
    </div>
  );
}

interface KeyActions {
  type: (digit: string) => void;
  erase: () => void;
  confirm: () => void;
}

/** Mirrors the keypad on the keyboard; Enter on a focused button or link is left to it. */
function useKeyboard(isKeyboardActive: boolean, actions: KeyActions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    if (!isKeyboardActive) return;
    function handleKey(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isOnControl = event.target instanceof Element && event.target.closest('a, button') !== null;
      if (/^[0-9]$/.test(event.key)) latest.current.type(event.key);
      else if (event.key === 'Backspace') latest.current.erase();
      else if (event.key === 'Enter' && !isOnControl) latest.current.confirm();
      else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [isKeyboardActive]);
}
