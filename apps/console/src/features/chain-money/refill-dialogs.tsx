import type { ConsoleData } from '@lode/contract/console';
import { longestPsbt } from '@lode/contract/console-paths';
import { Alert, App } from 'antd';
import { useState } from 'react';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { call, callFile } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { readText } from '../../lib/read-text.ts';
import { saveBlob } from '../../lib/save-file.ts';
import { moneyText } from '../../lib/shown-amount.ts';
import { refillTexts as texts } from '../../locales/zh/cold-refill.ts';
import styles from './chain-money.module.css';

export type ColdRefill = NonNullable<ConsoleData<'coldRefill'>>;

interface RefillDialogProps {
  refill: ColdRefill;
  onClose: () => void;
}

const refreshes = ['coldRefill', 'coldTransferList', 'chainMoney'] as const;
/** A PSBT is short. */
const downloadMs = 60_000;

/** What its holders sign, as a file of the browser. */
export function DownloadRefillDialog({ refill: { id, amount }, onClose }: RefillDialogProps) {
  const { message } = App.useApp();
  const download = useChange({
    async change(reason: string) {
      const signal = AbortSignal.timeout(downloadMs);
      const { name, body } = await callFile('exportColdRefill', { id, reason }, { signal });
      saveBlob(name, await new Response(body).blob());
      void message.success(texts.downloaded(name));
    },
    refreshes,
    onDone: onClose,
  });
  return (
    <ReasonDialog title={texts.download} okText={texts.download} change={download} onClose={onClose}>
      <p>{texts.downloadEffect(moneyText(amount, 'BTC'))}</p>
    </ReasonDialog>
  );
}

type Chosen = Awaited<ReturnType<typeof readText>> | null;

/** The holders' signatures: chosen, then submitted with a reason, which moves the coins. */
export function SubmitRefillDialog({ refill: { id, amount }, onClose }: RefillDialogProps) {
  const { message } = App.useApp();
  const [chosen, setChosen] = useState<Chosen[]>(texts.holders.map(() => null));
  const [isMissing, setMissing] = useState(false);
  const submit = useChange({
    async change(given: { files: string[]; reason: string }) {
      const { summary } = await call('submitColdRefill', { id, ...given });
      void message.success(summary);
    },
    refreshes,
    onDone: onClose,
  });
  async function choose(place: number, file: File | undefined): Promise<void> {
    submit.reset();
    setMissing(false);
    const read = file === undefined ? null : await readText(file, longestPsbt);
    setChosen((known) => known.map((one, at) => (at === place ? read : one)));
  }
  const [wrong] = chosen.flatMap((one) => (one && 'wrong' in one ? [texts.wrongFile[one.wrong]] : []));
  const problem = wrong ?? (isMissing ? texts.filesMissing : null);
  const mutate = (reason: string) => {
    const files = chosen.flatMap((one) => (one && 'text' in one ? [one.text] : []));
    if (files.length === 0) setMissing(true);
    else if (wrong === undefined) submit.mutate({ files, reason });
  };
  const money = moneyText(amount, 'BTC');
  return (
    <ReasonDialog
      title={texts.submit}
      okText={texts.submitOk(money)}
      isDangerous
      fields={
        <div className={styles.field}>
          {texts.holders.map((label, place) => (
            <label key={label}>
              {label}
              <input type="file" onChange={({ target }) => void choose(place, target.files?.[0])} />
            </label>
          ))}
          {problem !== null && <Alert type="error" showIcon title={problem} />}
        </div>
      }
      change={{ mutate, isPending: submit.isPending, error: submit.error }}
      onClose={onClose}
    >
      <p>{texts.submitEffect(money)}</p>
    </ReasonDialog>
  );
}

/** Releases its inputs; what was signed of it is followed all the same. */
export function CancelRefillDialog({ refill: { id, signedAt }, onClose }: RefillDialogProps) {
  const { message } = App.useApp();
  const cancel = useChange({
    async change(reason: string) {
      const { summary } = await call('cancelColdRefill', { id, reason });
      void message.success(summary);
    },
    refreshes,
    onDone: onClose,
  });
  return (
    <ReasonDialog title={texts.cancel} okText={texts.cancelOk} isDangerous change={cancel} onClose={onClose}>
      <p>{texts.cancelEffect(signedAt !== null)}</p>
    </ReasonDialog>
  );
}
