import type { ConsoleExportCall, ConsoleInput } from '@lode/contract/console';
import { Button } from 'antd';
import { useState } from 'react';
import { startExport } from '../lib/exports.ts';
import { useMay } from '../lib/session.ts';
import { exportTexts as texts } from '../locales/zh/exports.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface ExportButtonProps<Call extends ConsoleExportCall> {
  call: Call;
  /** As the list has it. */
  filter: Omit<ConsoleInput<Call>, 'reason'>;
  /** What the list is of. */
  title: string;
}

/** Takes the whole list out as a file; absent for a role that may not. */
export function ExportButton<Call extends ConsoleExportCall>({ call, filter, title }: ExportButtonProps<Call>) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  if (!may(call)) return null;
  const start = (reason: string) => {
    setOpen(false);
    void startExport(call, { ...filter, reason } as ConsoleInput<Call>, title);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{texts.open}</Button>
      {isOpen && (
        <ReasonDialog
          title={texts.title(title)}
          okText={texts.start}
          change={{ mutate: start, isPending: false, error: null }}
          onClose={() => setOpen(false)}
        >
          <p>{texts.note}</p>
        </ReasonDialog>
      )}
    </>
  );
}
