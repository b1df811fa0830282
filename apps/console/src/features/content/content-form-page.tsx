import type { ConsoleData, ContentField } from '@lode/contract/console';
import { lastContentOrder, longestContent as longest } from '@lode/contract/console-paths';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input, InputNumber, Modal, Select, Switch } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useBlocker, useNavigate, useSearchParams } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { PhonePreview } from '../../components/phone-preview.tsx';
import { Nothing, QueryFailed, RowsSkeleton } from '../../components/query-state.tsx';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { callQuery } from '../../lib/queries.ts';
import {
  agreementOptions,
  type ContentKind,
  contentKinds,
  fieldNames,
  kindName,
  contentTexts as texts,
} from '../../locales/zh/content.ts';
import styles from './content.module.css';
import { fieldsOf, newValues, type Values, valuesOf, writtenOf } from './form-values.ts';
import { HtmlField } from './html-field.tsx';
import { ImageField } from './image-field.tsx';

/** New content of a kind, or another revision of what there is. */
export function ContentFormPage() {
  const [search] = useSearchParams();
  const of = search.get('of');
  const kind = contentKinds.find((one) => one === search.get('kind'));
  if (of !== null) return <AnotherRevision of={of} />;
  if (kind === undefined) {
    return (
      <>
        <PageHead title={texts.write} parent={{ to: '/content', label: texts.back }} />
        <Nothing title={texts.noKind} text={texts.noKindText} />
      </>
    );
  }
  return <ContentForm key={kind} kind={kind} initialAt={(now) => newValues(kind, now)} />;
}

function AnotherRevision({ of }: { of: string }) {
  const query = useQuery({ ...callQuery('contentRevision', { id: of }), refetchOnWindowFocus: false });
  const { data } = query;
  if (data === undefined) {
    return (
      <>
        <PageHead title={texts.another} />
        {query.error ? <QueryFailed what={texts.one} query={query} /> : <RowsSkeleton />}
      </>
    );
  }
  return <ContentForm kind={data.revision.kind} initialAt={(now) => valuesOf(data, now)} of={of} />;
}

/** How long a form rests before it is looked at. */
const restMs = 400;

interface ContentFormProps {
  kind: ContentKind;
  /** What the form begins with, when it is opened. */
  initialAt: (now: Date) => Values;
  /** The revision that another is written of. */
  of?: string;
}

function ContentForm({ kind, initialAt, of }: ContentFormProps) {
  const [initial] = useState(() => initialAt(new Date()));
  const { message } = App.useApp();
  const navigate = useNavigate();
  const [form] = Form.useForm<Values>();
  const [values, setValues] = useState(initial);
  const [isTried, setTried] = useState(false);
  const isSaved = useRef(false);
  const isChanged = JSON.stringify(values) !== JSON.stringify(initial);
  const leaving = useBlocker(() => isChanged && !isSaved.current);
  useUnloadWarning(isChanged && !isSaved.current);
  const rested = useRested(values);
  const preview = useQuery({
    queryKey: ['previewContent', kind, rested],
    queryFn: ({ signal }) => call('previewContent', writtenOf(kind, rested), { signal }),
    placeholderData: (before) => before,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const save = useChange({
    async change(written: Values) {
      const { faults, id, isNew } = await call('saveContent', writtenOf(kind, written));
      if (id === null) {
        if (faults.length > 0) await preview.refetch();
        return;
      }
      isSaved.current = true;
      void message.success(isNew ? texts.saved : texts.savedAlready);
      void navigate(`/content/${id}`);
    },
    refreshes: ['contentList', 'contentNow'],
  });
  const { data } = preview;
  const faults = data?.faults ?? [];
  const isWrong = isTried && faults.length > 0;
  const shownFaults = (field: ContentField): string | undefined =>
    isTried || form.isFieldTouched(field as keyof Values)
      ? faults.find((one) => one.field === field)?.reason
      : undefined;
  return (
    <>
      <PageHead
        title={of === undefined ? texts.newOf(kind) : texts.another}
        parent={{ to: of === undefined ? `/content?kind=${kind}` : `/content/${of}`, label: kindName(kind) }}
      />
      <div className={styles.columns}>
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          className={styles.form}
          initialValues={initial}
          onValuesChange={(_changed, all: Values) => setValues({ ...initial, ...all })}
          onFinish={(all) => {
            setTried(true);
            save.mutate({ ...initial, ...all });
          }}
        >
          <Fields kind={kind} isOther={of !== undefined} faultOf={shownFaults} customers={data?.customers} />
          {data && data.removed.length > 0 && (
            <Alert type="warning" showIcon title={texts.removed(data.removed.join(' '))} />
          )}
          {isWrong && <Alert type="error" showIcon title={texts.wrong} />}
          <RefusalAlert error={save.error} />
          <RefusalAlert error={preview.error} />
          <div className={styles.foot}>
            <Button type="primary" htmlType="submit" loading={save.isPending}>
              {texts.save}
            </Button>
          </div>
        </Form>
        <aside className={styles.rail} aria-label={texts.phone}>
          <div className={styles.sticky}>
            <PhonePreview shown={data?.shown ?? null} />
          </div>
        </aside>
      </div>
      <Modal
        open={leaving.state === 'blocked'}
        title={texts.leaveTitle}
        okText={texts.leave}
        cancelText={texts.stay}
        okButtonProps={{ danger: true }}
        onOk={() => leaving.proceed?.()}
        onCancel={() => leaving.reset?.()}
      >
        {texts.leaveEffect}
      </Modal>
    </>
  );
}

interface FieldsProps {
  kind: ContentKind;
  /** Its name is that of the revision before. */
  isOther: boolean;
  faultOf: (field: ContentField) => string | undefined;
  customers: ConsoleData<'previewContent'>['customers'] | undefined;
}

function Fields({ kind, isOther, faultOf, customers }: FieldsProps) {
  const fields = fieldsOf[kind];
  const one = (field: Exclude<ContentField, 'kind'>, control: ReactNode, extra?: ReactNode) =>
    fields.includes(field) && (
      <Form.Item
        name={field}
        label={fieldNames[field]}
        extra={extra}
        {...(field === 'isForce' && { valuePropName: 'checked' })}
        {...(faultOf(field) !== undefined && { validateStatus: 'error' as const, help: faultOf(field) })}
      >
        {control}
      </Form.Item>
    );
  const longestText = kind === 'agreement' ? longest.agreement : longest.notice;
  const size = texts.imageSize[kind] ?? '';
  return (
    <>
      {one(
        'name',
        kind === 'agreement' ? (
          <Select options={agreementOptions} disabled={isOther} />
        ) : (
          <Input maxLength={longest.name} disabled={isOther} spellCheck={false} />
        ),
        kind === 'version' ? texts.versionHint : texts.nameHint,
      )}
      {one('version', <Input maxLength={longest.version} />, texts.versionOfText)}
      {one('image', <ImageField />, texts.imageHint(size))}
      {one('title', <Input maxLength={longest.title} showCount />)}
      {one('url', <Input maxLength={longest.url} spellCheck={false} placeholder="https://" />, texts.urlHint)}
      {one(
        'text',
        kind === 'agreement' ? (
          <Input.TextArea rows={14} maxLength={longestText} showCount />
        ) : (
          <Input maxLength={longestText} showCount />
        ),
        kind === 'agreement' ? texts.textHint.agreement : texts.textHint.notice,
      )}
      {one('html', <HtmlField />, texts.htmlHint)}
      {one('isForce', <Switch />)}
      <div className={styles.pair}>
        {one('from', <Input type="datetime-local" />, texts.fromHint)}
        {one('to', <Input type="datetime-local" />, texts.toHint)}
        {one(
          'audience',
          <Input maxLength={longest.tag} />,
          customers === undefined ? texts.audienceHint : `${texts.audienceHint}；${texts.reaches(customers)}`,
        )}
        {one('order', <InputNumber min={0} max={lastContentOrder} precision={0} />, texts.orderHint)}
      </div>
    </>
  );
}

/** The browser asks before it closes or loads anew a page whose form would be lost. */
function useUnloadWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}

/** The value once it has not changed for a moment. */
function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
