import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { ProposalDialog } from '../../components/proposal-dialog.tsx';
import { QueryFailed, RowsSkeleton } from '../../components/query-state.tsx';
import { callQuery } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { momentText } from '../../lib/time.ts';
import { machineTexts as texts } from '../../locales/zh/machines.ts';
import styles from './machines.module.css';
import { type OutageFields, type OutagePlan, outageProposals } from './outage-proposals.ts';

interface OutageDialogProps {
  /** Absent: the whole of a site. */
  machine?: { id: string; machineNo: string };
  onClose: () => void;
}

/**
 * An outage of a site or a machine. Open mining days get another status; closed ones stay as they are and are put right by a credit.
 * Each of the two is read before it is proposed, and nothing changes before another person approves it.
 */
export function OutageDialog({ machine, onClose }: OutageDialogProps) {
  const may = useMay();
  const choices = useQuery({ ...callQuery('machineChoices', {}), staleTime: 0 });
  const [waiting, setWaiting] = useState<OutagePlan | null>(null);
  const [first, ...others] = waiting?.proposals ?? [];
  if (first !== undefined) {
    const isCredit = first.action === 'outage:credit';
    return (
      <ProposalDialog
        key={first.action}
        {...first}
        title={isCredit ? texts.creditOutage : texts.recordOutage}
        okText={texts.proposeOutage}
        refreshes={['outageList', 'outageCreditList', 'machine']}
        onClose={onClose}
        onProposed={() => (others.length > 0 ? setWaiting({ proposals: others, uncredited: null }) : onClose())}
      >
        <p>{isCredit ? texts.creditEffect : texts.outageEffect}</p>
        {others.length > 0 && <p>{texts.thenRecord}</p>}
        {waiting?.uncredited && (
          <Alert
            type="warning"
            showIcon
            title={texts.uncredited(momentText(waiting.uncredited.from), momentText(waiting.uncredited.to))}
          />
        )}
      </ProposalDialog>
    );
  }
  return (
    <Modal open title={texts.recordOutage} footer={null} onCancel={onClose}>
      {choices.error && <QueryFailed what={texts.site} query={choices} />}
      {choices.isPending && <RowsSkeleton rows={4} />}
      {choices.data && (
        <OutageForm
          sites={choices.data.sites.map(({ name }) => name)}
          firstOpenDay={choices.data.firstOpenDay}
          mayCredit={may('outage:credit')}
          {...(machine && { machine })}
          onClose={onClose}
          onPlan={setWaiting}
        />
      )}
    </Modal>
  );
}

interface OutageFormProps extends OutageDialogProps {
  sites: readonly string[];
  firstOpenDay: string | null;
  mayCredit: boolean;
  onPlan: (plan: OutagePlan) => void;
}

function OutageForm({ sites, machine, firstOpenDay, mayCredit, onClose, onPlan }: OutageFormProps) {
  const [form] = Form.useForm<OutageFields>();
  const [wrong, setWrong] = useState<string | null>(null);
  function look(fields: OutageFields) {
    const found = outageProposals({ ...fields, ...(machine && { machine: machine.id }) }, { firstOpenDay, mayCredit });
    if (typeof found === 'string') setWrong(texts.outageProblems[found]);
    else onPlan(found);
  }
  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ status: 'REPAIR' }}
      onValuesChange={() => setWrong(null)}
      onFinish={look}
    >
      {machine ? (
        <p className={styles.gap}>{texts.machine(machine.machineNo)}</p>
      ) : (
        <Form.Item name="site" label={texts.site} rules={[{ required: true, message: texts.siteMissing }]}>
          <Select options={sites.map((site) => ({ value: site, label: site }))} />
        </Form.Item>
      )}
      {firstOpenDay !== null && <p className={styles.gap}>{texts.closedBefore(firstOpenDay)}</p>}
      <Form.Item name="from" label={texts.outageFrom} rules={[{ required: true, message: texts.timeMissing }]}>
        <Input type="datetime-local" />
      </Form.Item>
      <Form.Item name="to" label={texts.outageTo}>
        <Input type="datetime-local" />
      </Form.Item>
      <Form.Item name="status" label={texts.instead}>
        <Select options={texts.outageStatuses} />
      </Form.Item>
      {mayCredit && (
        <Form.Item name="keepsOutput" valuePropName="checked">
          <Checkbox>{texts.keepsOutput}</Checkbox>
        </Form.Item>
      )}
      {wrong !== null && <Alert type="error" showIcon title={wrong} />}
      <div className={styles.buttons}>
        <Button onClick={onClose}>{texts.close}</Button>
        <Button type="primary" htmlType="submit">
          {texts.previewOutage}
        </Button>
      </div>
    </Form>
  );
}
