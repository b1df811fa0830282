import { Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { PageHead } from '../../components/page-head.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { useListView } from '../../lib/list-view.ts';
import { type RecordOf, useRecords } from '../../lib/records.ts';
import { momentText } from '../../lib/time.ts';
import { auditActionName, auditActionOf, auditReason } from '../../locales/zh/audit-actions.ts';
import { auditDetails } from '../../locales/zh/audit-details.ts';
import { auditTexts as texts } from '../../locales/zh/settings.ts';
import { subjectOfText, subjectText } from '../../locales/zh/subjects.ts';
import styles from './audit.module.css';

type Line = RecordOf<'auditLog'>;

/** What is typed as the page shows it, as the log keeps it. */
const keptOf: Record<string, (text: string) => string> = { action: auditActionOf, subject: subjectOfText };

const fields = ['staff', 'action', 'subject'] as const;

/** Who did what, why and from where, newest first. */
export function AuditPage() {
  const [view, setView] = useListView(fields);
  const [shown, setShown] = useState<Line | null>(null);
  const filter = Object.fromEntries(
    Object.entries(view).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, keptOf[name]?.(value) ?? value]],
    ),
  );
  // Each reading stands in the log itself.
  const query = useRecords('auditLog', filter, { refetchOnWindowFocus: false });
  return (
    <>
      <PageHead title={texts.title}>
        <Form
          layout="inline"
          aria-label={texts.filters}
          key={JSON.stringify(view)}
          initialValues={view}
          onFinish={(given: typeof view) => setView(given)}
        >
          <Form.Item name="staff">
            <Input aria-label={texts.staff} placeholder={texts.staff} maxLength={64} className={styles.field} />
          </Form.Item>
          <Form.Item name="action">
            <Input aria-label={texts.action} placeholder={texts.action} maxLength={64} className={styles.field} />
          </Form.Item>
          <Form.Item name="subject">
            <Input aria-label={texts.subject} placeholder={texts.subject} maxLength={200} className={styles.field} />
          </Form.Item>
          <Button htmlType="submit">{texts.search}</Button>
          {Object.keys(filter).length > 0 && (
            <Button type="link" onClick={() => setView({ staff: undefined, action: undefined, subject: undefined })}>
              {texts.clear}
            </Button>
          )}
        </Form>
      </PageHead>
      <RecordTable
        key={JSON.stringify(filter)}
        what={texts.title}
        query={query}
        columns={columnsOf(setShown)}
        rowKey={({ id }) => id}
        nothing={texts.nothing}
      />
      {shown && (
        <Modal open title={auditActionName(shown.action)} footer={null} onCancel={() => setShown(null)}>
          <dl className={styles.facts}>
            {Object.entries({
              [texts.action]: shown.action,
              [texts.subject]: subjectText(shown.subject),
              [texts.reason]: auditReason(shown.reason),
              ...Object.fromEntries(auditDetails(shown.action, shown.subject, detailOf(shown.detail))),
            }).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Modal>
      )}
    </>
  );
}

const columnsOf = (onOpen: (line: Line) => void): Column<Line>[] => [
  { key: 'at', title: texts.at, cell: ({ at }) => momentText(at) },
  {
    key: 'staff',
    title: texts.staff,
    cell: ({ staff, approvedBy }) => (approvedBy === null ? staff : `${staff} · ${texts.approvedBy(approvedBy)}`),
  },
  {
    key: 'action',
    title: texts.action,
    cell: (line) => (
      <button type="button" className={styles.open} onClick={() => onOpen(line)}>
        {auditActionName(line.action)} <code>{line.action}</code>
      </button>
    ),
  },
  { key: 'subject', title: texts.subject, cell: ({ subject }) => subjectText(subject) },
  {
    key: 'reason',
    title: texts.reason,
    isWide: true,
    cell: ({ reason }) => auditReason(reason),
  },
  { key: 'from', title: texts.from, cell: ({ detail }) => sourceOf(detailOf(detail)) },
];

/** Lines of before have where they came from as their network. */
const sourceOf = ({ session, origin, network }: Record<string, string>) =>
  session === undefined ? texts.terminal : (origin ?? network ?? texts.terminal);

const detailOf = (json: string) => JSON.parse(json) as Record<string, string>;
