import type { ConsoleData } from '@lode/contract/console';
import { longestSigningResponse } from '@lode/contract/console-paths';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { DownloadDialog, UploadDialog } from '../../components/file-dialogs.tsx';
import { call } from '../../lib/call.ts';
import { moneyText } from '../../lib/shown-amount.ts';
import { offlineTexts as texts } from '../../locales/zh/offline-signing.ts';
import styles from './withdrawals.module.css';

interface OfflineDialogProps {
  withdrawal: ConsoleData<'withdrawalReview'>['withdrawal'];
  onClose: () => void;
}

const refreshes = ['offlineSigning', 'withdrawalReview', 'stuckPaymentList'] as const;

/** The online signer is not asked for it any more. */
export function TakeOfflineDialog({ withdrawal: { id, number, received, coin }, onClose }: OfflineDialogProps) {
  return (
    <ActionDialog
      title={texts.takeTitle(number)}
      okText={texts.takeOk}
      act={async (reason) => {
        await call('takeOffline', { id, reason });
        return texts.done;
      }}
      refreshes={refreshes}
      onClose={onClose}
    >
      <p>{texts.takeEffect(moneyText(received, coin))}</p>
      <p className={styles.quiet}>{texts.takeBack}</p>
    </ActionDialog>
  );
}

/** The signing request, as a file of the browser. */
export function DownloadRequestDialog({ withdrawal: { id, received, coin }, onClose }: OfflineDialogProps) {
  return (
    <DownloadDialog
      title={texts.download}
      call="exportSigningRequest"
      inputOf={(reason) => ({ id, reason })}
      downloaded={texts.downloaded}
      refreshes={refreshes}
      onClose={onClose}
    >
      <p>{texts.downloadEffect(moneyText(received, coin))}</p>
    </DownloadDialog>
  );
}

/** The signer's response, which pays. */
export function UploadResponseDialog({ withdrawal: { id, received, coin }, onClose }: OfflineDialogProps) {
  const amount = moneyText(received, coin);
  return (
    <UploadDialog
      title={texts.uploadTitle}
      okText={texts.uploadOk(amount)}
      labels={[texts.file]}
      longest={longestSigningResponse}
      problems={texts.noFile}
      send={async ([text = ''], reason) => {
        await call('importSigningResponse', { id, text, reason });
        return texts.uploaded;
      }}
      refreshes={refreshes}
      onClose={onClose}
    >
      <p>{texts.uploadEffect(amount)}</p>
    </UploadDialog>
  );
}
