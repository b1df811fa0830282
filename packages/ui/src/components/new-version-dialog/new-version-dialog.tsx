import { type ReactNode, useId } from 'react';
import { zhNewVersion as messages } from '../../locale/zh-new-version.ts';
import { Button } from '../button/button.tsx';
import { Hero } from '../hero/hero.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import { Overlay } from '../modal/overlay.tsx';
import { VeinPicture } from '../vein/vein-picture.tsx';
import styles from './new-version-dialog.module.css';

/** Download status of the new version: 1 in progress, 3 complete. */
export type DownloadStatus = 1 | 3;

export interface NewVersionDialogProps {
  open: boolean;
  version: string;
  status: DownloadStatus;
  /** The new version has been asked to take over. */
  busy?: boolean;
  /** The old version is no longer served. */
  isForced?: boolean;
  /** DEV environment only; a forced update closes by its button alone. */
  hasClose?: boolean;
  /** Release notes. */
  children?: ReactNode;
  onUpdate: () => void;
  onClose: () => void;
}

/** Offers a newer version with its notes; 立即更新 is enabled once it is downloaded. */
export function NewVersionDialog({
  open,
  version,
  status,
  busy = false,
  isForced = false,
  hasClose = false,
  children,
  onUpdate,
  onClose,
}: NewVersionDialogProps) {
  const id = useId();
  const isReady = status === 3 && !busy;
  return (
    <Overlay
      open={open}
      shape="dialog"
      labelledBy={id}
      width={600}
      onDismiss={hasClose && !isForced && !busy ? onClose : undefined}
      isMaskClosable
    >
      <div className={styles.head}>
        <Hero>
          <div className={styles.vein}>
            <VeinPicture />
          </div>
          {hasClose && (
            <div className={styles.close}>
              <IconButton icon="close" label={messages.close} onClick={onClose} />
            </div>
          )}
        </Hero>
      </div>
      <div className={styles.inside}>
        <p className={styles.version}>{messages.version(version)}</p>
        <h2 id={id}>{messages.title}</h2>
        {children !== undefined && (
          <section className={styles.notes} aria-label={messages.notes}>
            {children}
          </section>
        )}
        {isForced && <p className={styles.must}>{messages.forced}</p>}
        <div className={styles.action} aria-live="polite">
          <Button block disabled={!isReady} busy={!isReady} onClick={onUpdate}>
            {isReady ? messages.update : messages.updating}
          </Button>
        </div>
      </div>
    </Overlay>
  );
}
