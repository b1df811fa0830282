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
  Skeleton,
  Spinner,
  shanghaiDate,
} from '@lode/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Screen } from '../../components/screen.tsx';
import { callQuery } from '../../lib/api/queries.ts';
import { useOnline } from '../../lib/online.ts';
import { statementMessages as messages } from '../../locales/zh/statement.ts';
import { StatementPreview } from './preview.tsx';
import styles from './statement-page.module.css';
import { type Days, daysOf, isRange, type RangeKind, sizeText } from './statement-range.ts';
import { type DownloadState, type Format, useDownload } from './use-download.ts';

const rangeKinds = (['thisMonth', 'lastMonth', 'custom'] as const).map((value) => ({
  value,
  label: messages.ranges[value],
}));
const formats = (['csv', 'xlsx'] as const).map((value) => ({ value, label: messages.formats[value] }));
/** Above this a phone needs a while, so the customer is informed. */
const manyRecords = 20_000;

/** 对账单: range, format and file. */
export function StatementPage() {
  const today = useToday();
  const [kind, setKind] = useState<RangeKind>('thisMonth');
  const [typed, setTyped] = useState<Days | null>(null);
  const [format, setFormat] = useState<Format>('csv');
  const isOnline = useOnline();
  const { state, start, cancel, reset } = useDownload();
  const days = today === null ? null : kind === 'custom' ? (typed ?? daysOf('thisMonth', today)) : daysOf(kind, today);
  const isRunning = state.phase === 'running';
  const done = state.phase === 'done' && state.records > 0 ? state : null;
  const begin = () => days && void start(days, format);
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      if (!isRunning) reset();
    };
  return (
    <Screen
      title={messages.title}
      foot={
        <div className={styles.foot}>
          <div className={styles.done} aria-live="polite">
            {done && <Done file={done.file} />}
          </div>
          {/* One button: its second tap, where 取消下载 has come to stand, is dropped. */}
          <Button
            block
            variant={isRunning ? 'quiet' : 'primary'}
            disabled={!isRunning && (days === null || !isRange(days) || !isOnline)}
            onClick={isRunning ? cancel : begin}
          >
            {isRunning ? messages.cancel : messages.download}
          </Button>
        </div>
      }
    >
      <Main padded>
        {!isOnline && (
          <Alert tone="warn" icon="offline" live>
            {messages.offline}
          </Alert>
        )}
        <p className={styles.intro}>{messages.intro}</p>
        <GroupTitle strong>{messages.range}</GroupTitle>
        <Segmented label={messages.range} value={kind} options={rangeKinds} onChange={change(setKind)} />
        {days === null || today === null ? (
          <Card>
            <KeyValues items={[{ label: messages.dates, value: <Skeleton width={300} height={32} /> }]} />
          </Card>
        ) : kind === 'custom' ? (
          <CustomDays days={days} today={today} onChange={change(setTyped)} />
        ) : (
          <Card>
            <KeyValues items={[{ label: messages.dates, value: messages.datesBetween(days.from, days.to) }]} />
          </Card>
        )}
        <p className={styles.note}>{messages.dayNote}</p>
        <GroupTitle strong>{messages.format}</GroupTitle>
        <Segmented label={messages.format} value={format} options={formats} onChange={change(setFormat)} />
        <p className={styles.note}>{messages.formatNotes[format]}</p>
        <div aria-live="polite">
          <Outcome state={state} onRetry={begin} />
        </div>
        <StatementPreview days={days} />
        {done && <div className={styles.footRoom} />}
      </Main>
    </Screen>
  );
}

/** The server's date, because the phone's clock may be wrong and the demo's ahead; null until known. */
function useToday(): string | null {
  const [phoneToday] = useState(() => shanghaiDate(new Date()));
  const { data, isError } = useQuery(callQuery('indexInfo', {}));
  if (data) return shanghaiDate(data.mining.todayEstimatedAt);
  return isError ? phoneToday : null;
}

function CustomDays({ days, today, onChange }: { days: Days; today: string; onChange: (days: Days) => void }) {
  const isBackwards = days.from !== '' && days.to !== '' && days.to < days.from;
  return (
    <Card>
      <Field
        label={messages.from}
        type="date"
        value={days.from}
        max={today}
        onChange={(from) => onChange({ ...days, from })}
      />
      <Field
        label={messages.to}
        type="date"
        value={days.to}
        max={today}
        error={isBackwards ? messages.wrongRange : null}
        onChange={(to) => onChange({ ...days, to })}
      />
    </Card>
  );
}

/** State of the download, but for its end. */
function Outcome({ state, onRetry }: { state: DownloadState; onRetry: () => void }) {
  if (state.phase === 'idle') return null;
  if (state.phase === 'failed')
    return <ErrorState title={messages.failed} text={messages.failedHint} onRetry={onRetry} />;
  if (state.phase === 'running') {
    const { records, received } = state;
    return (
      <Card>
        <p className={styles.progress}>
          <Spinner />
          {received === 0 ? messages.preparing : messages.receiving(sizeText(received))}
        </p>
        {records !== null && records >= manyRecords && (
          <p className={styles.note}>{messages.large(groupDigits(String(records)))}</p>
        )}
      </Card>
    );
  }
  return state.records === 0 ? <Empty title={messages.emptyTitle} hint={messages.emptyHint} /> : null;
}

/** Beside the button, which the customer has just pressed. */
function Done({ file }: { file: string }) {
  return (
    <Alert tone="good">
      <b className={styles.file}>{file}</b>
      {messages.done}
    </Alert>
  );
}
