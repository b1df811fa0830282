import type { ConsoleCall } from '@lode/contract/console-paths';
import { App } from 'antd';
import { useChange } from '../lib/change.ts';
import { ReasonDialog, type ReasonDialogProps } from './reason-dialog.tsx';

interface ActionDialogProps extends Omit<ReasonDialogProps, 'change'> {
  /** Answers with what to say of its success. */
  act: (reason: string) => Promise<string>;
  /** Reads that it makes old. */
  refreshes: readonly ConsoleCall[];
}

/** What one member does alone: confirmed with a reason, said when it is done, then closed. */
export function ActionDialog({ act, refreshes, onClose, ...dialog }: ActionDialogProps) {
  const { message } = App.useApp();
  const change = useChange({
    async change(reason: string) {
      void message.success(await act(reason));
    },
    refreshes,
    onDone: onClose,
  });
  return <ReasonDialog {...dialog} change={change} onClose={onClose} />;
}
