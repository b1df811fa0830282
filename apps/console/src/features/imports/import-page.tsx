import { useMutation } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { call } from '../../lib/call.ts';
import { useKeys } from '../../lib/keys.ts';
import { useMay } from '../../lib/session.ts';
import { errorText } from '../../locales/zh/errors.ts';
import { type ImportKind, importKinds, importTexts as texts } from '../../locales/zh/imports.ts';
import { ImportDialog } from './import-dialog.tsx';
import styles from './imports.module.css';
import { Preview } from './preview.tsx';
import { type ReadFile, readFile } from './read-file.ts';

const listOf: Record<ImportKind, string> = { CUSTOMERS: '/customers', MACHINES: '/machines' };

export const CustomerImportPage = () => <ImportPage kind="CUSTOMERS" />;
export const MachineImportPage = () => <ImportPage kind="MACHINES" />;

/** A file is chosen, checked by the server, and brought in with a reason. */
function ImportPage({ kind }: { kind: ImportKind }) {
  const navigate = useNavigate();
  const may = useMay();
  const [file, setFile] = useState<ReadFile | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [isImporting, setImporting] = useState(false);
  const preview = useMutation({ mutationFn: ({ text }: ReadFile) => call('previewImport', { kind, text }) });
  useKeys({ Escape: () => void navigate(listOf[kind]) });
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
  const { title, columns, note, action, who } = importKinds[kind];
  const { data } = preview;
  if (!may(action))
    return (
      <>
        <PageHead title={title} />
        <div className={styles.body}>
          <Alert type="warning" showIcon title={texts.refused} description={who} />
        </div>
      </>
    );
  return (
    <>
      <PageHead title={title} />
      <div className={styles.body}>
        <p>{texts.header}</p>
        <code className={styles.columns}>{columns}</code>
        <p className={styles.quiet}>{note}</p>
        <p className={styles.quiet}>{texts.encoding}</p>
        <label className={styles.file}>
          {texts.file}
          <input type="file" accept=".csv,text/csv" onChange={({ target }) => void choose(target.files?.[0])} />
        </label>
        {wrong !== null && <Alert type="error" showIcon title={wrong} />}
        {preview.error && <Alert type="error" showIcon title={errorText(preview.error)} />}
        {data && <Preview data={data} />}
        {data && data.errors.length === 0 && data.fresh > 0 && (
          <Button type="primary" onClick={() => setImporting(true)}>
            {texts.run(data.fresh)}
          </Button>
        )}
      </div>
      {isImporting && file && data && (
        <ImportDialog
          kind={kind}
          file={file}
          preview={data}
          onDone={() => void navigate(listOf[kind])}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  );
}
