import { titleLines } from '../../lib/title-lines.ts';
import { zh } from '../../locale/zh.ts';
import { noticeMessages } from '../../locale/zh-notices.ts';
import { Button } from '../button/button.tsx';
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
  const picture = <img className={styles.picture} src={img} alt={title ?? noticeMessages.popup} onError={onBroken} />;
  return (
    <Overlay open={open} shape="dialog" label={noticeMessages.popup} width={600} onDismiss={onClose} isMaskClosable>
      {onOpen ? (
        // The button below is the same link by its name.
        <button type="button" className={styles.link} tabIndex={-1} aria-hidden onClick={onOpen}>
          {picture}
        </button>
      ) : (
        picture
      )}
      {(title !== null || onOpen) && (
        <div className={styles.caption}>
          {title !== null && <Words {...titleLines(title)} />}
          {onOpen && (
            <Button block onClick={onOpen}>
              {noticeMessages.popupOpen}
            </Button>
          )}
        </div>
      )}
      <button type="button" className={styles.close} aria-label={zh.close} onClick={onClose}>
        <Icon name="close" size="s" />
      </button>
    </Overlay>
  );
}

function Words({ head, line }: ReturnType<typeof titleLines>) {
  return (
    <div>
      <p>{head}</p>
      {line !== null && <p className={styles.line}>{line}</p>}
    </div>
  );
}
