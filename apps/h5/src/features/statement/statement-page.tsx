import {
  Alert,
  Button,
  Card,
  Empty,
  ErrorState,
  Field,
  GroupTitle,
  groupDigits,
  KeyValues,
  Main,
  Segmented,
  Spinner,
  shanghaiDate,
} from '@lode/ui';
import { useState } from 'react';
import { Screen } from '../../components/screen.tsx';
import { useOnline } from '../../lib/online.ts';
import { statementWords as words } from '../../locales/zh/statement.ts';
import styles from './statement-page.module.css';
import { type Days, daysOf, isRange, type RangeKind, sizeText } from './statement-range.ts';
import { type DownloadState, type Format, useDownload } from './use-download.ts';

const rangeKinds = (['thisMonth', 'lastMonth', 'custom'] as const).map((value) => ({
  value,
  label: words.ranges[value],
}));
const formats = (['csv', 'xlsx'] as const).map((value) => ({ value, label: words.formats[value] }));
/** From so many records on a phone needs a while, and the customer is told. */
const manyRecords = 20_000;

/** 对账单: which days, which format, and the file. */
export function StatementPage() {
  const [today] = useState(() => shanghaiDate(new Date()));
  const [kind, setKind] = useState<RangeKind>('thisMonth');
  const [typed, setTyped] = useState<Days>(() => daysOf('thisMonth', today));
  const [format, setFormat] = useState<Format>('csv');
  const isOnline = useOnline();
  const { state, start, cancel, reset } = useDownload();
  const days = kind === 'custom' ? typed : daysOf(kind, today);
  const isRunning = state.step === 'running';
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      if (!isRunning) reset();
    };
  return (
    <Screen
      title={words.title}
      foot={
        isRunning ? (
          <Button key="cancel" block variant="quiet" onClick={cancel}>
            {words.cancel}
          </Button>
        ) : (
          <Button key="download" block disabled={!isRange(days) || !isOnline} onClick={() => void start(days, format)}>
            {words.download}
          </Button>
        )
      }
    >
      <Main padded>
        {!isOnline && (
          <Alert tone="warn" icon="offline" live>
            {words.offline}
          </Alert>
        )}
        <p className={styles.intro}>{words.intro}</p>
        <GroupTitle strong>{words.range}</GroupTitle>
        <Segmented label={words.range} value={kind} options={rangeKinds} onChange={change(setKind)} />
        {kind === 'custom' ? (
          <CustomDays days={typed} today={today} onChange={change(setTyped)} />
        ) : (
          <Card>
            <KeyValues items={[{ label: words.dates, value: words.datesBetween(days.from, days.to) }]} />
          </Card>
        )}
        <p className={styles.note}>{words.dayNote}</p>
        <GroupTitle strong>{words.format}</GroupTitle>
        <Segmented label={words.format} value={format} options={formats} onChange={change(setFormat)} />
        <p className={styles.note}>{words.formatNotes[format]}</p>
        <div aria-live="polite">
          <Outcome state={state} onRetry={() => void start(days, format)} />
        </div>
      </Main>
    </Screen>
  );
}

function CustomDays({ days, today, onChange }: { days: Days; today: string; onChange: (days: Days) => void }) {
  const isBackwards = days.from !== '' && days.to !== '' && days.to < days.from;
  return (
    <Card>
      <Field
        label={words.from}
        type="date"
        value={days.from}
        max={today}
        onChange={(from) => onChange({ ...days, from })}
      />
      <Field
        label={words.to}
        type="date"
        value={days.to}
        max={today}
        error={isBackwards ? words.wrongRange : null}
        onChange={(to) => onChange({ ...days, to })}
      />
    </Card>
  );
}

/** What becomes of the file. */
function Outcome({ state, onRetry }: { state: DownloadState; onRetry: () => void }) {
  if (state.step === 'idle') return null;
  if (state.step === 'failed') return <ErrorState title={words.failed} text={words.failedHint} onRetry={onRetry} />;
  if (state.step === 'running') {
    const { records, received } = state;
    return (
      <Card>
        <p className={styles.progress}>
          <Spinner />
          {received === 0 ? words.preparing : words.receiving(sizeText(received))}
        </p>
        {records !== null && records >= manyRecords && (
          <p className={styles.note}>{words.large(groupDigits(String(records)))}</p>
        )}
      </Card>
    );
  }
  if (state.records === 0) return <Empty title={words.emptyTitle} hint={words.emptyHint} />;
  return (
    <Alert tone="good">
      <b>{words.done(state.file)}</b>
      <span className={styles.count}>{words.records(groupDigits(String(state.records)))}</span>
    </Alert>
  );
}
