import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../../lib/classes.ts';
import { Icon } from '../icon/icon.tsx';
import type { IconName } from '../icon/icon-names.ts';
import { Spinner } from '../spinner/spinner.tsx';
import styles from './toast.module.css';
import { type ToastPlace, toastPlace, visibleAmounts, visibleFields } from './toast-place.ts';
import { type ToastIcon, toastStore } from './toast-store.ts';

const icons: Record<ToastIcon, IconName> = { success: 'checkc', error: 'errc', info: 'info' };

/** Shows `toast` and `showLoading`; mounted once and permanently, so that screen readers announce messages. */
export function ToastHost() {
  const notice = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  const isLoading = notice?.kind === 'loading';
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<ToastPlace>('middle');
  useLayoutEffect(() => {
    if (notice === null) return;
    const putInPlace = () => {
      if (box.current === null) return;
      const whole = window.innerHeight;
      const visible = window.visualViewport?.height ?? whole;
      const toast = box.current.getBoundingClientRect().height;
      setPlace(
        notice.kind === 'toast' ? toastPlace(visibleFields(), { toast, visible, whole }, visibleAmounts()) : 'middle',
      );
    };
    putInPlace();
    // A dialog that opens under it takes the focus.
    document.addEventListener('focusin', putInPlace);
    return () => document.removeEventListener('focusin', putInPlace);
  }, [notice]);
  return createPortal(
    <div
      className={classes(styles.place, place !== 'middle' && styles[place], isLoading && styles.blocking)}
      role="status"
      aria-live="polite"
    >
      {notice && (
        <div ref={box} className={classes(styles.toast, isLoading && styles.loading)}>
          {notice.kind === 'loading' ? (
            <Spinner size="l" />
          ) : (
            notice.icon && <Icon name={icons[notice.icon]} size="s" />
          )}
          <span className={styles.text}>{notice.text}</span>
        </div>
      )}
    </div>,
    document.body,
  );
}
