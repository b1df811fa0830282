import { importHeader } from '@lode/contract/import-columns';
import { type MinedCoin, minedCoins } from '@lode/money';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Segmented } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import fields from '../../components/file-dialogs.module.css';
import { PageHead } from '../../components/page-head.tsx';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { call, fileTimeoutMs } from '../../lib/call.ts';
import { pathBehindImport } from '../../lib/import-path.ts';
import { useKeys } from '../../lib/keys.ts';
import { useListView } from '../../lib/list-view.ts';
import { useMay } from '../../lib/session.ts';
import { type ImportKind, importKinds, importTexts as texts } from '../../locales/zh/imports.ts';
import { ImportDialog } from './import-dialog.tsx';
import styles from './imports.module.css';
import { Preview } from './preview.tsx';
import { type ReadFile, readFile } from './read-file.ts';

const kinds = Object.keys(importKinds) as ImportKind[];

/** A kind of file, of those that the own role may bring in; the address says which. */
export function ImportPage() {
  const navigate = useNavigate();
  const may = useMay();
  const [asked, setView] = useListView(['kind', 'coin', 'from']);
  const allowed = kinds.filter((one) => may(importKinds[one].action));
  const kind = kinds.find((one) => one === asked.kind) ?? allowed[0] ?? 'CUSTOMERS';
  const coin = kind === 'NETWORK_DAYS' ? (minedCoins.find((one) => one === asked.coin) ?? 'BTC') : undefined;
  const back = pathBehindImport(kind, asked.from);
  useKeys({ Escape: () => void navigate(back) });
  return (
    <>
      <PageHead title={importKinds[kind].title}>
        {allowed.length > 1 && (
          <Segmented
            aria-label={texts.kinds}
            value={kind}
            options={allowed.map((value) => ({ value, label: importKinds[value].label }))}
            onChange={(next) => setView({ kind: next, coin: undefined })}
          />
        )}
      </PageHead>
      <div className={styles.body}>
        {allowed.includes(kind) ? (
          <>
            {coin && (
              <Segmented
                aria-label={texts.coin}
                className={styles.coin}
                value={coin}
                options={[...minedCoins]}
                onChange={(next) => setView({ coin: next })}
              />
            )}
            <FileImport key={`${kind} ${coin}`} kind={kind} coin={coin} back={back} />
          </>
        ) : (
          <Alert type="warning" showIcon title={texts.refused} description={texts.who(importKinds[kind])} />
        )}
      </div>
    </>
  );
}

/** A file is chosen, checked by the server, and brought in with a reason. */
function FileImport({ kind, coin, back }: { kind: ImportKind; coin: MinedCoin | undefined; back: string }) {
  const navigate = useNavigate();
  const [file, setFile] = useState<ReadFile | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [isImporting, setImporting] = useState(false);
  const preview = useMutation({
    mutationFn: ({ text }: ReadFile) =>
      call('previewImport', { kind, text, ...(coin && { coin }) }, { timeoutMs: fileTimeoutMs }),
  });
  async function choose(chosen: File | undefined): Promise<void> {
    setFile(null);
    preview.reset();
    if (chosen === undefined) return;
    const read = await readFile(chosen);
    setWrong('wrong' in read ? read.wrong : null);
    if ('wrong' in read) return;
    setFile(read);
    preview.mutate(read);
  }
  const { note } = importKinds[kind];
  const { data } = preview;
  return (
    <>
      <p>{texts.header}</p>
      <code className={styles.columns}>{importHeader(kind)}</code>
      <p className={styles.quiet}>{note}</p>
      <p className={styles.quiet}>{texts.encoding}</p>
      <label className={`${fields.file} ${styles.file}`}>
        {texts.file}
        <input type="file" accept=".csv,text/csv" onChange={({ target }) => void choose(target.files?.[0])} />
      </label>
      {wrong !== null && <Alert type="error" showIcon title={wrong} />}
      <RefusalAlert error={preview.error} />
      {data && <Preview data={data} />}
      {data && data.errors.length === 0 && data.fresh > 0 && (
        <Button type="primary" onClick={() => setImporting(true)}>
          {texts.run(data.fresh)}
        </Button>
      )}
      {isImporting && file && data && (
        <ImportDialog
          kind={kind}
          coin={coin}
          file={file}
          preview={data}
          onDone={() => void navigate(back)}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  );
}
