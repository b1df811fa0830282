import type { ConsoleFileCall, ConsoleInput } from '@lode/contract/console';
import type { ConsoleCall } from '@lode/contract/console-paths';
import { Alert, App } from 'antd';
import { type ReactNode, useState } from 'react';
import { callFile } from '../lib/call.ts';
import { useChange } from '../lib/change.ts';
import { type FileProblems, readText } from '../lib/read-text.ts';
import { saveBlob } from '../lib/save-file.ts';
import { ActionDialog } from './action-dialog.tsx';
import styles from './file-dialogs.module.css';
import { ReasonDialog } from './reason-dialog.tsx';

interface FileDialogProps {
  title: string;
  /** The consequence in words. */
  children: ReactNode;
  /** Reads that it makes old. */
  refreshes: readonly ConsoleCall[];
  onClose: () => void;
}

/** A request for a signature is short. */
const downloadMs = 60_000;

/** A short file of the server, saved by the browser once a reason is given. */
export function DownloadDialog<Call extends ConsoleFileCall>({
  title,
  call,
  inputOf,
  downloaded,
  children,
  refreshes,
  onClose,
}: FileDialogProps & {
  call: Call;
  inputOf: (reason: string) => ConsoleInput<Call>;
  downloaded: (fileName: string) => string;
}) {
  async function download(reason: string): Promise<string> {
    const { name, body } = await callFile(call, inputOf(reason), { signal: AbortSignal.timeout(downloadMs) });
    saveBlob(name, await new Response(body).blob());
    return downloaded(name);
  }
  return (
    <ActionDialog title={title} okText={title} act={download} refreshes={refreshes} onClose={onClose}>
      {children}
    </ActionDialog>
  );
}

/** Text files, of which at least one must be chosen, sent with a reason; what it does cannot be undone. */
export function UploadDialog({
  title,
  okText,
  labels,
  longest,
  problems,
  send,
  children,
  refreshes,
  onClose,
}: FileDialogProps & {
  okText: string;
  /** A place for a file each. */
  labels: readonly string[];
  /** Characters of a file. */
  longest: number;
  problems: FileProblems;
  /** Answers with what to say of its success. */
  send: (files: string[], reason: string) => Promise<string>;
}) {
  const { message } = App.useApp();
  const [chosen, setChosen] = useState<(Awaited<ReturnType<typeof readText>> | null)[]>(labels.map(() => null));
  const [isMissing, setMissing] = useState(false);
  const upload = useChange({
    async change({ files, reason }: { files: string[]; reason: string }) {
      void message.success(await send(files, reason));
    },
    refreshes,
    onDone: onClose,
  });
  async function choose(place: number, file: File | undefined): Promise<void> {
    upload.reset();
    setMissing(false);
    const read = file === undefined ? null : await readText(file, longest);
    setChosen((known) => known.map((one, at) => (at === place ? read : one)));
  }
  const [wrong] = chosen.flatMap((one) => (one && 'wrong' in one ? [problems[one.wrong]] : []));
  const problem = wrong ?? (isMissing ? problems.MISSING : null);
  const mutate = (reason: string) => {
    const files = chosen.flatMap((one) => (one && 'text' in one ? [one.text] : []));
    if (files.length === 0) setMissing(true);
    else if (wrong === undefined) upload.mutate({ files, reason });
  };
  return (
    <ReasonDialog
      title={title}
      okText={okText}
      isDangerous
      fields={
        <div className={styles.files}>
          {labels.map((label, place) => (
            <label key={label} className={styles.file}>
              {label}
              <input type="file" onChange={({ target }) => void choose(place, target.files?.[0])} />
            </label>
          ))}
          {problem !== null && <Alert type="error" showIcon title={problem} />}
        </div>
      }
      change={{ mutate, isPending: upload.isPending, error: upload.error }}
      onClose={onClose}
    >
      {children}
    </ReasonDialog>
  );
}
