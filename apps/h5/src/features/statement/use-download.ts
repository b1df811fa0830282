import { useEffect, useRef, useState } from 'react';
import { download, saveFile } from '../../lib/api/download.ts';
import { statementMessages as messages } from '../../locales/zh/statement.ts';
import type { Days } from './statement-range.ts';

export type Format = 'csv' | 'xlsx';

export type DownloadState =
  | { phase: 'idle' }
  | { phase: 'running'; records: number | null; received: number }
  | { phase: 'done'; records: number; file: string }
  | { phase: 'failed' };

/** One download at a time; leaving the page cancels it. */
export function useDownload() {
  const [state, setState] = useState<DownloadState>({ phase: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start({ from, to }: Days, format: Format): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setState({ phase: 'running', records: null, received: 0 });
    const whileRunning = (change: { records?: number; received?: number }) =>
      setState((now) => (now.phase === 'running' ? { ...now, ...change } : now));
    try {
      const { blob, records } = await download(
        'statement',
        { from, to, format },
        {
          signal: controller.signal,
          onBegin: (records) => whileRunning({ records }),
          onBytes: (received) => whileRunning({ received }),
        },
      );
      const file = messages.fileName(from, to, format);
      saveFile(blob, file);
      setState({ phase: 'done', records, file });
    } catch {
      // The call has shown the error.
      setState(controller.signal.aborted ? { phase: 'idle' } : { phase: 'failed' });
    }
  }

  return { state, start, cancel: () => running.current?.abort(), reset: () => setState({ phase: 'idle' }) };
}
