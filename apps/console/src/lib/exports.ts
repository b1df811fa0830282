import type { ConsoleExportCall, ConsoleInput } from '@lode/contract/console';
import { longestExport } from '@lode/contract/console-paths';
import { useSyncExternalStore } from 'react';
import { CallError, callFile } from './call.ts';
import { saveBlob } from './save-file.ts';

/** A list on its way into a file, or what became of it. */
export interface Export {
  id: number;
  title: string;
  state: 'READING' | 'SAVED' | 'FAILED';
  /** Records so far. */
  rows: number;
  /** Of the saved file. */
  name: string | null;
  error: CallError | null;
}

/**
 * A file whose next part does not come for so long is given up. A filter that fits almost nothing sends nothing until the server has read
 * all of the list, or gives up itself: this is longer.
 */
const longestPauseMs = longestExport + 60_000;
const lineFeed = 10;

let all: readonly Export[] = [];
const listeners = new Set<() => void>();
const aborts = new Map<number, AbortController>();
let count = 0;

function set(next: readonly Export[]): void {
  all = next;
  for (const listener of listeners) listener();
}
const update = (id: number, change: Partial<Export>) =>
  set(all.map((one) => (one.id === id ? { ...one, ...change } : one)));

/** All of this page's life: an export goes on while other pages are looked at. */
export const useExports = (): readonly Export[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => all,
  );

/** Stops one that is not saved yet, and forgets it. */
export function dropExport(id: number): void {
  aborts.get(id)?.abort();
  set(all.filter((one) => one.id !== id));
}

/** Reads a whole list and saves it; comes back when it is over, whatever came of it. */
export async function startExport<Call extends ConsoleExportCall>(
  call: Call,
  input: ConsoleInput<Call>,
  title: string,
): Promise<void> {
  const id = ++count;
  const abort = new AbortController();
  aborts.set(id, abort);
  set([...all, { id, title, state: 'READING', rows: 0, name: null, error: null }]);
  try {
    const { name, parts } = await read(call, input, abort, (rows) => update(id, { rows }));
    saveBlob(name, new Blob(parts, { type: 'text/csv' }));
    update(id, { state: 'SAVED', name });
  } catch (error) {
    // Of one that was dropped nothing is left to say.
    update(id, { state: 'FAILED', error: error instanceof CallError ? error : new CallError(0, '') });
  } finally {
    aborts.delete(id);
  }
}

async function read<Call extends ConsoleExportCall>(
  call: Call,
  input: ConsoleInput<Call>,
  abort: AbortController,
  onRows: (rows: number) => void,
): Promise<{ name: string; parts: Uint8Array<ArrayBuffer>[] }> {
  let pause = setTimeout(() => abort.abort(), longestPauseMs);
  try {
    const { name, body } = await callFile(call, input, abort);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    // The first line is the columns' titles.
    let rows = -1;
    const reader = body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(pause);
      pause = setTimeout(() => abort.abort(), longestPauseMs);
      parts.push(part.value);
      for (const byte of part.value) if (byte === lineFeed) rows++;
      onRows(Math.max(rows, 0));
    }
    return { name, parts };
  } finally {
    clearTimeout(pause);
  }
}
