import { zh } from '../../locale/zh.ts';
import { noticeMessages } from '../../locale/zh-notices.ts';
import { Icon } from '../icon/icon.tsx';
import { Overlay } from '../modal/overlay.tsx';
import styles from './popup-dialog.module.css';

export interface PopupDialogProps {
  open: boolean;
  img: string;
  /** What the picture says: its text, and shown below it; null when there is none. */
  title: string | null;
  /** Without it the picture is no link. */
  onOpen?: () => void;
  onClose: () => void;
  /** The picture failed to load. */
  onBroken: () => void;
}

/** A picture over the page, in a reserved box; closes by its button, Escape or the mask. */
export function PopupDialog({ open, img, title, onOpen, onClose, onBroken }: PopupDialogProps) {
  const inside = (
    <>
      <img className={styles.picture} src={img} alt={title ?? noticeMessages.popup} onError={onBroken} />
      {(title !== null || onOpen) && (
        <span className={styles.caption}>
          {title}
          {onOpen && <span className={styles.action}>{noticeMessages.popupOpen}</span>}
        </span>
      )}
    </>
  );
  return (
    <Overlay open={open} shape="dialog" label={noticeMessages.popup} width={600} onDismiss={onClose} isMaskClosable>
      {onOpen ? (
        <button type="button" className={styles.inside} aria-label={noticeMessages.popupOpen} onClick={onOpen}>
          {inside}
        </button>
      ) : (
        <div className={styles.inside}>{inside}</div>
      )}
      <button type="button" className={styles.close} aria-label={zh.close} onClick={onClose}>
        <Icon name="close" size="s" />
      </button>
    </Overlay>
  );
}
