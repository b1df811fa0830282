import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { Status } from '../../components/shape.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { callQuery } from '../../lib/queries.ts';
import type { RecordOf } from '../../lib/records.ts';
import { useMay } from '../../lib/session.ts';
import { momentText } from '../../lib/time.ts';
import { errorText } from '../../locales/zh/errors.ts';
import { repairStatuses, repairTexts as texts } from '../../locales/zh/repairs.ts';
import styles from './machines.module.css';
import { type PlainColumn, PlainTable } from './plain-table.tsx';

const columns: PlainColumn<RecordOf<'repairList'>>[] = [
  {
    title: texts.status,
    cell: ({ status }) => <Status shape={repairStatuses[status].shape}>{repairStatuses[status].label}</Status>,
  },
  { title: texts.subject, cell: ({ id, title }) => <Link to={`/repairs/${id}`}>{title}</Link> },
  { title: texts.assignee, cell: ({ assignee }) => assignee ?? texts.noAssignee },
  { title: texts.opened, cell: ({ openedAt }) => momentText(openedAt) },
  { title: texts.changed, cell: ({ changedAt }) => momentText(changedAt) },
];

/** The newest repairs of a machine, and the way to open one where none is open. */
export function MachineRepairs({ machine }: { machine: string }) {
  const may = useMay();
  const [isOpening, setOpening] = useState(false);
  const { data, error } = useQuery(callQuery('repairList', { machine }));
  const mayOpen = may('openRepair') && data?.records.every(({ status }) => status === 'DONE');
  if (error) return <Alert type="warning" showIcon title={errorText(error)} />;
  return (
    <>
      <PlainTable
        title={texts.ofMachine}
        rows={data?.records ?? []}
        rowKey={({ id }) => id}
        nothing={texts.noneOfMachine}
        columns={columns}
      />
      {mayOpen && (
        <p className={styles.under}>
          <Button size="small" onClick={() => setOpening(true)}>
            {texts.open}
          </Button>
        </p>
      )}
      {isOpening && <OpenDialog machine={machine} onClose={() => setOpening(false)} />}
    </>
  );
}

function OpenDialog({ machine, onClose }: { machine: string; onClose: () => void }) {
  const navigate = useNavigate();
  const [form] = Form.useForm<{ title: string }>();
  const open = useChange<string>({
    async change(title) {
      const { id } = await call('openRepair', { machine, title });
      void navigate(`/repairs/${id}`);
    },
    refreshes: ['repairList'],
    onDone: onClose,
  });
  return (
    <Modal
      open
      title={texts.open}
      okText={texts.create}
      cancelText={texts.cancel}
      confirmLoading={open.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className={styles.gap}>{texts.openEffect}</p>
      <Form form={form} layout="vertical" requiredMark={false} onFinish={({ title }) => open.mutate(title.trim())}>
        <Form.Item
          name="title"
          label={texts.openTitle}
          rules={[{ required: true, whitespace: true, message: texts.required }]}
        >
          <Input maxLength={100} />
        </Form.Item>
        <RefusalAlert error={open.error} />
      </Form>
    </Modal>
  );
}
