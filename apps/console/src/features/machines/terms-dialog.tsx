import type { ConsoleInput } from '@lode/contract/console';
import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { ProposalDialog } from '../../components/proposal-dialog.tsx';
import { callQuery } from '../../lib/queries.ts';
import { type TermsKind, termsTexts as texts } from '../../locales/zh/terms.ts';
import styles from './machines.module.css';

type Proposal = ConsoleInput<'previewProposal'>;

interface TermsFields {
  from: string;
  end?: string;
  hasNoEnd?: boolean;
  site?: string;
  tariff?: string;
  owner?: string;
  hashrate?: string;
  power?: string;
  poolFee?: string;
  hostingFee?: string;
  onSite?: string;
}

interface TermsDialogProps {
  kind: TermsKind;
  machines: readonly { id: string; machineNo: string }[];
  onClose: () => void;
}

/** Terms of one machine or of many from a mining day on: what they mean in money, before a second person is asked. */
export function TermsDialog({ kind, machines, onClose }: TermsDialogProps) {
  const [form] = Form.useForm<TermsFields>();
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const [isEmpty, setEmpty] = useState(false);
  const title = texts.titleOf(texts.kinds[kind].title, machines.length);
  if (proposal !== null) {
    return (
      <ProposalDialog
        {...proposal}
        title={title}
        okText={texts.submit}
        refreshes={['machine', 'machineList']}
        onClose={onClose}
        onEdit={() => setProposal(null)}
      >
        <p>{texts.effect}</p>
        {machines.length > 1 && <p>{texts.effectOfMany(machines.length)}</p>}
      </ProposalDialog>
    );
  }
  return (
    <Modal
      open
      title={title}
      okText={texts.preview}
      cancelText={texts.cancel}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <p className={styles.gap}>{texts.intro}</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={(fields) => {
          const terms = termsOf(fields);
          setEmpty(Object.keys(terms).length === 0);
          if (Object.keys(terms).length > 0) setProposal(proposalOf(machines, fields.from, terms));
        }}
      >
        <Form.Item name="from" label={texts.from} rules={required}>
          <Input type="date" />
        </Form.Item>
        {kind !== 'move' && <EndField isRequired={kind === 'renew'} form={form} />}
        {kind !== 'renew' && <SiteFields isRequired={kind === 'move'} />}
        {kind === 'change' && <OtherFields />}
        {isEmpty && <Alert type="error" showIcon title={texts.nothing} />}
      </Form>
    </Modal>
  );
}

const required = [{ required: true, whitespace: true, message: texts.required }];
const decimal = [{ pattern: /^\s*\d{1,12}(\.\d{1,6})?\s*$/, message: texts.wrong.decimal }];

function EndField({
  isRequired,
  form,
}: {
  isRequired: boolean;
  form: ReturnType<typeof Form.useForm<TermsFields>>[0];
}) {
  const hasNoEnd = Form.useWatch('hasNoEnd', form) ?? false;
  return (
    <>
      <Form.Item name="end" label={texts.end} rules={isRequired && !hasNoEnd ? required : []}>
        <Input type="date" disabled={hasNoEnd} />
      </Form.Item>
      <Form.Item name="hasNoEnd" valuePropName="checked">
        <Checkbox>{texts.noEnd}</Checkbox>
      </Form.Item>
    </>
  );
}

function SiteFields({ isRequired }: { isRequired: boolean }) {
  const choices = useQuery(callQuery('machineChoices', {}));
  return (
    <>
      <Form.Item name="site" label={texts.site} rules={isRequired ? required : []}>
        <Select
          allowClear
          showSearch
          loading={choices.isPending}
          options={(choices.data?.sites ?? []).map(({ name }) => ({ value: name, label: name }))}
        />
      </Form.Item>
      <Form.Item name="tariff" label={texts.tariff} extra={texts.tariffHint}>
        <Input maxLength={64} />
      </Form.Item>
    </>
  );
}

function OtherFields() {
  return (
    <>
      <Form.Item name="owner" label={texts.owner}>
        <Input maxLength={128} autoComplete="off" />
      </Form.Item>
      <Form.Item name="hashrate" label={texts.hashrate} rules={decimal}>
        <Input maxLength={24} inputMode="decimal" />
      </Form.Item>
      <Form.Item name="power" label={texts.power} rules={[{ pattern: /^\s*\d{1,7}\s*$/, message: texts.wrong.whole }]}>
        <Input maxLength={9} inputMode="numeric" />
      </Form.Item>
      <Form.Item name="poolFee" label={texts.poolFee} rules={decimal}>
        <Input maxLength={10} inputMode="decimal" />
      </Form.Item>
      <Form.Item name="hostingFee" label={texts.hostingFee} rules={decimal}>
        <Input maxLength={20} inputMode="decimal" />
      </Form.Item>
      <Form.Item name="onSite" label={texts.onSite}>
        <Input type="date" />
      </Form.Item>
    </>
  );
}

/** By the columns of a file of terms; what is empty stays as it is. */
function termsOf(fields: TermsFields): Record<string, string> {
  const { end, hasNoEnd, site, tariff, owner, hashrate, power, poolFee, hostingFee, onSite } = fields;
  const given = {
    // A mining day begins at 00:00 UTC.
    endTime: hasNoEnd ? 'none' : end && `${end}T00:00:00Z`,
    site,
    tariff,
    owner,
    hashrate,
    powerWatts: power,
    poolFeeRate: poolFee,
    hostingFeeMonthly: hostingFee,
    onSiteFrom: onSite,
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value = '']) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  );
}

/** The command's names of what a file calls otherwise. */
const optionNames: Record<string, string> = {
  endTime: 'end',
  powerWatts: 'power',
  poolFeeRate: 'pool-fee',
  hostingFeeMonthly: 'hosting-fee',
  onSiteFrom: 'on-site-from',
};

function proposalOf(
  machines: readonly { id: string; machineNo: string }[],
  from: string,
  terms: Record<string, string>,
): Proposal {
  const [only] = machines;
  if (machines.length === 1 && only !== undefined) {
    const options = Object.fromEntries(
      Object.entries(terms).map(([name, value]) => [optionNames[name] ?? name, value]),
    );
    return { action: 'terms:set', options: { id: only.id, from, ...options } };
  }
  const lines = machines.map(({ machineNo }, n) => ({ line: n + 2, values: { machineNo, from, ...terms } }));
  return { action: 'import:terms', options: { lines: JSON.stringify(lines) } };
}
