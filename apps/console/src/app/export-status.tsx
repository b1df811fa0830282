import { Button } from 'antd';
import { dropExport, type Export, useExports } from '../lib/exports.ts';
import { groupDigits } from '../lib/group-digits.ts';
import { exportErrorText, exportTexts as texts } from '../locales/zh/exports.ts';

/** Files that are on their way, wherever in the console their reader is. */
export function ExportStatus() {
  const exports = useExports();
  return (
    <span role="status" aria-label={texts.status}>
      {exports.map((one) => (
        <span key={one.id}>
          {textOf(one)}{' '}
          <Button type="link" size="small" onClick={() => dropExport(one.id)}>
            {one.state === 'READING' ? texts.cancel : texts.close}
          </Button>
        </span>
      ))}
    </span>
  );
}

function textOf({ state, title, rows, name, error }: Export): string {
  const count = groupDigits(String(rows));
  if (state === 'READING') return texts.running(title, count);
  if (state === 'SAVED') return texts.saved(name ?? '', count);
  return texts.failed(title, error === null ? '' : exportErrorText(error));
}
