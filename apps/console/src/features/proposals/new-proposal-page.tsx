import type { ConsoleData } from '@lode/contract/console';
import { optionNameOf } from '@lode/contract/proposal-names';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { type Proposal, ProposalDialog } from '../../components/proposal-dialog.tsx';
import { Nothing, QueryFailed, RowsSkeleton } from '../../components/query-state.tsx';
import { callQuery } from '../../lib/queries.ts';
import {
  choiceName,
  type FormAction,
  formEffects,
  formNotes,
  proposalFormTexts as texts,
} from '../../locales/zh/proposal-forms.ts';
import { actionName } from '../../locales/zh/proposals.ts';
import styles from './proposals.module.css';

type ProposalForm = ConsoleData<'proposalForms'>[number];
type Field = ProposalForm['fields'][number];

/** An action that has no page of its own: its options in a form, filled in from the address where another page leads here. */
export function NewProposalPage() {
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const query = useQuery(callQuery('proposalForms', {}));
  const [proposal, setProposal] = useState<(Proposal & { action: FormAction }) | null>(null);
  const forms = query.data;
  const form = forms?.find(({ action }) => action === params.get('action'));
  return (
    <>
      <PageHead title={texts.title} parent={{ to: '/proposals', label: texts.back }} />
      {forms === undefined && (query.error ? <QueryFailed what={texts.title} query={query} /> : <RowsSkeleton />)}
      {forms?.length === 0 && <Nothing {...texts.none} />}
      {forms !== undefined && forms.length > 0 && (
        <div className={styles.form}>
          <Form layout="vertical" requiredMark={false}>
            <Form.Item label={texts.action} htmlFor="proposal-action">
              <Select
                id="proposal-action"
                placeholder={texts.choose}
                value={form?.action}
                options={forms.map(({ action }) => ({ value: action, label: actionName(action) }))}
                onChange={(action) => setParams({ action })}
              />
            </Form.Item>
          </Form>
          {form !== undefined && (
            <OptionsForm
              key={form.action}
              form={form}
              given={Object.fromEntries(params)}
              onLook={(options) => setProposal({ action: form.action, options })}
            />
          )}
        </div>
      )}
      {proposal !== null && (
        <ProposalDialog
          {...proposal}
          title={actionName(proposal.action)}
          okText={texts.submit}
          onClose={() => setProposal(null)}
          onProposed={() => void navigate('/proposals?view=OWN')}
        >
          <p>{formEffects[proposal.action]}</p>
        </ProposalDialog>
      )}
    </>
  );
}

interface OptionsFormProps {
  form: ProposalForm;
  given: Record<string, string>;
  onLook: (options: Record<string, string>) => void;
}

function OptionsForm({ form: { action, fields }, given, onLook }: OptionsFormProps) {
  const note = formNotes[action];
  return (
    <Form
      layout="vertical"
      requiredMark={false}
      initialValues={Object.fromEntries(fields.map(({ name }) => [name, given[name]]))}
      onFinish={(values: Record<string, string | undefined>) =>
        onLook(
          Object.fromEntries(
            Object.entries(values).flatMap(([name, value = '']) => (value.trim() === '' ? [] : [[name, value.trim()]])),
          ),
        )
      }
    >
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {fields.map((field) => (
        <Form.Item
          key={field.name}
          name={field.name}
          label={`${optionNameOf(action, field.name) ?? field.name}${field.isRequired ? '' : texts.optional}`}
          rules={field.isRequired ? [{ required: true, whitespace: true, message: texts.required }] : []}
        >
          {inputOf(field)}
        </Form.Item>
      ))}
      <Button type="primary" htmlType="submit">
        {texts.look}
      </Button>
    </Form>
  );
}

const longestOption = 200;

function inputOf({ format, isRequired, choices }: Field) {
  if (format === 'CHOICE')
    return <Select allowClear={!isRequired} options={choices.map((value) => ({ value, label: choiceName(value) }))} />;
  return format === 'DATE' ? <Input type="date" /> : <Input maxLength={longestOption} autoComplete="off" />;
}
