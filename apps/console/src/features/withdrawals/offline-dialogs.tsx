import type { ConsoleData } from '@lode/contract/console';
import { longestSigningResponse } from '@lode/contract/console-paths';
import { Alert, App } from 'antd';
import { useState } from 'react';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { call, callFile } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { readText } from '../../lib/read-text.ts';
import { saveBlob } from '../../lib/save-file.ts';
import { moneyText } from '../../lib/shown-amount.ts';
import { offlineTexts as texts } from '../../locales/zh/offline-signing.ts';
import styles from './withdrawals.module.css';

interface OfflineDialogProps {
  withdrawal: ConsoleData<'withdrawalReview'>['withdrawal'];
  onClose: () => void;
}

const refreshes = ['offlineSigning', 'withdrawalReview', 'stuckPaymentList'] as const;
/** A request is short. */
const downloadMs = 60_000;

/** The online signer is not asked for it any more. */
export function TakeOfflineDialog({ withdrawal: { id, number, received, coin }, onClose }: OfflineDialogProps) {
  const { message } = App.useApp();
  const take = useChange({
    change: (reason: string) => call('takeOffline', { id, reason }),
    refreshes,
    onDone() {
      void message.success(texts.done);
      onClose();
    },
  });
  return (
    <ReasonDialog title={texts.takeTitle(number)} okText={texts.takeOk} change={take} onClose={onClose}>
      <p>{texts.takeEffect(moneyText(received, coin))}</p>
      <p className={styles.quiet}>{texts.takeBack}</p>
    </ReasonDialog>
  );
}

/** The signing request, as a file of the browser. */
export function DownloadDialog({ withdrawal: { id, received, coin }, onClose }: OfflineDialogProps) {
  const { message } = App.useApp();
  const download = useChange({
    async change(reason: string) {
      const { name, body } = await callFile(
        'exportSigningRequest',
        { id, reason },
        { signal: AbortSignal.timeout(downloadMs) },
      );
      saveBlob(name, await new Response(body).blob());
      void message.success(texts.downloaded(name));
    },
    refreshes,
    onDone: onClose,
  });
  return (
    <ReasonDialog title={texts.download} okText={texts.download} change={download} onClose={onClose}>
      <p>{texts.downloadEffect(moneyText(received, coin))}</p>
    </ReasonDialog>
  );
}

/** The signer's response: chosen, then imported with a reason, which pays. */
export function UploadDialog({ withdrawal: { id, received, coin }, onClose }: OfflineDialogProps) {
  const { message } = App.useApp();
  const [text, setText] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const upload = useChange({
    change: (given: { text: string; reason: string }) => call('importSigningResponse', { id, ...given }),
    refreshes,
    onDone() {
      void message.success(texts.uploaded);
      onClose();
    },
  });
  async function choose(file: File | undefined): Promise<void> {
    upload.reset();
    const read = file === undefined ? null : await readText(file, longestSigningResponse);
    setText(read !== null && 'text' in read ? read.text : null);
    setWrong(read !== null && 'wrong' in read ? texts.wrongFile[read.wrong] : null);
  }
  const mutate = (reason: string) => {
    if (text !== null) upload.mutate({ text, reason });
    else setWrong((known) => known ?? texts.fileMissing);
  };
  const amount = moneyText(received, coin);
  return (
    <ReasonDialog
      title={texts.uploadTitle}
      okText={texts.uploadOk(amount)}
      isDangerous
      fields={
        <div className={styles.choice}>
          <label className={styles.file}>
            {texts.file}
            <input type="file" onChange={({ target }) => void choose(target.files?.[0])} />
          </label>
          {wrong !== null && <Alert type="error" showIcon title={wrong} />}
        </div>
      }
      change={{ mutate, isPending: upload.isPending, error: upload.error }}
      onClose={onClose}
    >
      <p>{texts.uploadEffect(amount)}</p>
    </ReasonDialog>
  );
}
