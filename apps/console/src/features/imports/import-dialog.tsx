import type { ConsoleData } from '@lode/contract/console';
import type { MinedCoin } from '@lode/money';
import { App } from 'antd';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { call, fileTimeoutMs } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { type ImportKind, importKinds, importTexts as texts } from '../../locales/zh/imports.ts';
import type { ReadFile } from './read-file.ts';

interface ImportDialogProps {
  kind: ImportKind;
  coin: MinedCoin | undefined;
  file: ReadFile;
  preview: ConsoleData<'previewImport'>;
  onDone: () => void;
  onClose: () => void;
}

/** Brings the previewed file in. */
export function ImportDialog({ kind, coin, file, preview, onDone, onClose }: ImportDialogProps) {
  const { message } = App.useApp();
  const run = useChange({
    async change(reason: string) {
      const { name: fileName, text } = file;
      const { imported } = await call(
        'runImport',
        { kind, text, hash: preview.hash, fileName, reason, ...(coin && { coin }) },
        { timeoutMs: fileTimeoutMs },
      );
      void message.success(texts.done(imported));
    },
    // The page that it leads to is not open yet, and reads anew.
    refreshes: ['workQueue'],
    onDone,
  });
  return (
    <ReasonDialog title={importKinds[kind].title} okText={texts.run(preview.fresh)} change={run} onClose={onClose}>
      <p>{texts.effect(preview.fresh, file.name)}</p>
    </ReasonDialog>
  );
}
