import type { ConsoleInput } from '@lode/contract/console';
import { Alert, App, Button, Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { errorText } from '../../locales/zh/errors.ts';
import { machineTexts as texts } from '../../locales/zh/machines.ts';
import styles from './machines.module.css';

interface OutageFields {
  site: string;
  from: string;
  /** Empty: it lasts. */
  to?: string;
  status: 'REPAIR' | 'SUSPEND' | 'RUNNING';
}

type Options = ConsoleInput<'propose'>['options'];

/** An outage of a site: what the second person would read of it, then the reason; nothing changes before that person approves. */
export function OutageDialog({ sites, onClose }: { sites: readonly string[]; onClose: () => void }) {
  const { message } = App.useApp();
  const [form] = Form.useForm<OutageFields>();
  const [asked, setAsked] = useState<{ options: Options; summary: string } | null>(null);
  const preview = useChange({
    async change(options: Options) {
      const { summary } = await call('previewProposal', { action: 'outage:record', options });
      setAsked({ options, summary });
    },
    refreshes: [],
  });
  const propose = useChange({
    change: (reason: string) => call('propose', { action: 'outage:record', options: asked?.options ?? {}, reason }),
    refreshes: ['workQueue', 'outageList'],
    onDone() {
      void message.success(texts.outageProposed);
      onClose();
    },
  });
  if (asked !== null) {
    return (
      <ReasonDialog title={texts.recordOutage} okText={texts.proposeOutage} change={propose} onClose={onClose}>
        <p className={styles.gap}>{texts.outageEffect}</p>
        <ul className={styles.summary}>
          {asked.summary.split('；').map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </ReasonDialog>
    );
  }
  return (
    <Modal
      open
      title={texts.recordOutage}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.close}</Button>
          <Button type="primary" loading={preview.isPending} onClick={() => form.submit()}>
            {texts.previewOutage}
          </Button>
        </>
      }
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ status: 'REPAIR' }}
        onFinish={(fields) => preview.mutate(optionsOf(fields))}
      >
        <Form.Item name="site" label={texts.site} rules={[{ required: true, message: texts.siteMissing }]}>
          <Select options={sites.map((site) => ({ value: site, label: site }))} />
        </Form.Item>
        <Form.Item name="from" label={texts.outageFrom} rules={[{ required: true, message: texts.timeMissing }]}>
          <Input type="datetime-local" />
        </Form.Item>
        <Form.Item name="to" label={texts.outageTo}>
          <Input type="datetime-local" />
        </Form.Item>
        <Form.Item name="status" label={texts.instead}>
          <Select options={texts.outageStatuses} />
        </Form.Item>
        {preview.error && <Alert type="error" showIcon title={errorText(preview.error)} />}
      </Form>
    </Modal>
  );
}

/** Typed in the house's own time, UTC+8. */
const instantOf = (local: string) => new Date(`${local}+08:00`).toISOString();

const optionsOf = ({ site, from, to, status }: OutageFields): Options => ({
  site,
  from: instantOf(from),
  to: to ? instantOf(to) : 'open',
  status,
});
