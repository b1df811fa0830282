import type { ConsoleData } from '@lode/contract/console';
import { longestPsbt } from '@lode/contract/console-paths';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { DownloadDialog, UploadDialog } from '../../components/file-dialogs.tsx';
import { call } from '../../lib/call.ts';
import { moneyText } from '../../lib/shown-amount.ts';
import { refillTexts as texts } from '../../locales/zh/cold-refill.ts';

export type ColdRefill = NonNullable<ConsoleData<'coldRefill'>>;

interface RefillDialogProps {
  refill: ColdRefill;
  onClose: () => void;
}

const refreshes = ['coldRefill', 'coldTransferList', 'chainMoney'] as const;

/** What its holders sign, as a file of the browser. */
export function DownloadRefillDialog({ refill: { id, amount }, onClose }: RefillDialogProps) {
  return (
    <DownloadDialog
      title={texts.download}
      call="exportColdRefill"
      inputOf={(reason) => ({ id, reason })}
      downloaded={texts.downloaded}
      refreshes={refreshes}
      onClose={onClose}
    >
      <p>{texts.downloadEffect(moneyText(amount, 'BTC'))}</p>
    </DownloadDialog>
  );
}

/** The holders' signatures, which move the coins. */
export function SubmitRefillDialog({ refill: { id, amount }, onClose }: RefillDialogProps) {
  const money = moneyText(amount, 'BTC');
  return (
    <UploadDialog
      title={texts.submit}
      okText={texts.submitOk(money)}
      labels={texts.holders}
      longest={longestPsbt}
      problems={texts.noFile}
      send={async (files, reason) => (await call('submitColdRefill', { id, files, reason })).summary}
      refreshes={refreshes}
      onClose={onClose}
    >
      <p>{texts.submitEffect(money)}</p>
    </UploadDialog>
  );
}

/** Releases its inputs; what was signed of it is followed all the same. */
export function CancelRefillDialog({ refill: { id, signedAt }, onClose }: RefillDialogProps) {
  return (
    <ActionDialog
      title={texts.cancel}
      okText={texts.cancelOk}
      isDangerous
      act={async (reason) => (await call('cancelColdRefill', { id, reason })).summary}
      refreshes={refreshes}
      onClose={onClose}
    >
      <p>{texts.cancelEffect(signedAt !== null)}</p>
    </ActionDialog>
  );
}
