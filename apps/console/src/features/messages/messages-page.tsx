import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { type Column, RecordTable } from '../../components/record-table.tsx';
import { useKeys } from '../../lib/keys.ts';
import { type RecordOf, useRecords } from '../../lib/records.ts';
import { useMay } from '../../lib/session.ts';
import { momentText } from '../../lib/time.ts';
import { audienceText, messageTexts as texts } from '../../locales/zh/messages.ts';
import { MessageDialog } from './message-dialog.tsx';

type Message = RecordOf<'groupMessageList'>;

const columns: Column<Message>[] = [
  { key: 'at', title: texts.at, cell: ({ at }) => momentText(at) },
  { key: 'text', title: texts.text, isWide: true, cell: ({ id, text }) => <Link to={`/messages/${id}`}>{text}</Link> },
  { key: 'to', title: texts.to, cell: ({ audience }) => audienceText(audience) },
  { key: 'by', title: texts.by, cell: ({ by, approvedBy }) => texts.people(by, approvedBy) },
  { key: 'reached', title: texts.reached, isNumber: true, cell: ({ reached }) => reached.toLocaleString('en') },
];

/** What the staff wrote to groups of customers. */
export function MessagesPage() {
  const [isWriting, setWriting] = useState(false);
  const mayWrite = useMay()('message:maintenance');
  useKeys(mayWrite ? { n: () => setWriting(true) } : {});
  return (
    <>
      <PageHead title={texts.title}>
        {mayWrite && (
          <Button type="primary" onClick={() => setWriting(true)}>
            {texts.write}
          </Button>
        )}
      </PageHead>
      <RecordTable
        what={texts.title}
        query={useRecords('groupMessageList', {})}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => `/messages/${id}`}
        nothing={texts.nothing}
      />
      {isWriting && <MessageDialog onClose={() => setWriting(false)} />}
    </>
  );
}
