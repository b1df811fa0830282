import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { Amount } from '../../components/amount.tsx';
import list from '../../components/list-table.module.css';
import { ProposalDialog } from '../../components/proposal-dialog.tsx';
import { Nothing, RowsSkeleton } from '../../components/query-state.tsx';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { Status } from '../../components/shape.tsx';
import { useListView } from '../../lib/list-view.ts';
import { callQuery } from '../../lib/queries.ts';
import { useMay } from '../../lib/session.ts';
import { momentText } from '../../lib/time.ts';
import { denialNames, autoApprovalTexts as texts } from '../../locales/zh/auto-approval.ts';
import { phaseNames, phaseShapes } from '../../locales/zh/withdrawals.ts';
import styles from './auto-approval.module.css';

type Data = ConsoleData<'autoApproval'>;
type Tried = ConsoleInput<'replayAutoApproval'>;
type Result = ConsoleData<'replayAutoApproval'>;

const amountPattern = /^\s*\d{1,12}(\.\d{1,8})?\s*$/;
const amounts = ['perPayment', 'perCustomerDay', 'perDay'] as const;
const fields = ['coin', ...amounts, 'knownDays'] as const;
type Values = Record<(typeof fields)[number], string>;

/** Bounds, tried on what customers asked for. The address holds them, so a second person can try the same. */
export function Replay({ data }: { data: Data }) {
  const may = useMay();
  const [asked, setAsked] = useListView(fields);
  const [form] = Form.useForm<Values>();
  const [isProposing, setProposing] = useState(false);
  const tried = triedOf(asked, data);
  // Each trial stands in the audit log: it is asked once, for these bounds.
  const query = useQuery({
    ...callQuery('replayAutoApproval', tried ?? emptyTrial),
    enabled: tried !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const coin = asked.coin === 'USDT' ? 'USDT' : 'BTC';
  const limits = data.coins.find((one) => one.coin === coin);
  return (
    <section className={styles.section} aria-labelledby="auto-approval-replay">
      <h2 id="auto-approval-replay">{texts.tryTitle}</h2>
      <p className={styles.quiet}>{texts.tryNote}</p>
      <Form
        key={coin}
        form={form}
        layout="inline"
        colon={false}
        requiredMark={false}
        initialValues={valuesOf(asked, limits, coin)}
        className={styles.form}
        onFinish={(values) => setAsked(Object.fromEntries(fields.map((name) => [name, values[name].trim()])))}
      >
        <Form.Item name="coin" label={texts.coin}>
          <Select
            className={styles.coin}
            options={data.coins.map((one) => ({ value: one.coin, label: one.coin }))}
            onChange={(next: string) =>
              setAsked({ coin: next, ...Object.fromEntries(fields.slice(1).map((name) => [name, undefined])) })
            }
          />
        </Form.Item>
        {amounts.map((name) => (
          <Form.Item
            key={name}
            name={name}
            label={texts[name]}
            rules={[{ required: true, pattern: amountPattern, message: texts.amountRule }]}
          >
            <Input className={styles.amount} maxLength={21} inputMode="decimal" />
          </Form.Item>
        ))}
        <Form.Item
          name="knownDays"
          label={texts.knownDays}
          rules={[
            {
              required: true,
              validator: (_rule, text: string) =>
                isWithin(text, data) ? Promise.resolve() : Promise.reject(new Error()),
              message: texts.daysRule(data.leastKnownDays, data.mostKnownDays),
            },
          ]}
        >
          <Input className={styles.days} maxLength={3} inputMode="numeric" />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={query.isFetching}>
          {texts.tryIt}
        </Button>
      </Form>
      {limits && (
        <p className={styles.quiet}>{texts.bounds(limits.smallest, limits.largest, limits.largestDay, coin)}</p>
      )}
      <RefusalAlert error={query.error} />
      {tried !== null && query.isPending && !query.error && <RowsSkeleton rows={4} />}
      {tried !== null && query.data && (
        <>
          <Outcome result={query.data} coin={tried.coin} />
          <div className={styles.action}>
            {may('withdrawal:rule') ? (
              <Button onClick={() => setProposing(true)}>{texts.propose}</Button>
            ) : (
              <p className={styles.quiet}>{texts.adminOnly}</p>
            )}
          </div>
          {isProposing && (
            <ProposalDialog
              title={texts.proposeTitle(tried.coin)}
              okText={texts.propose}
              isDangerous
              action="withdrawal:rule"
              options={optionsOf(tried)}
              refreshes={['autoApproval']}
              onClose={() => setProposing(false)}
            >
              <p>{texts.proposeEffect}</p>
            </ProposalDialog>
          )}
        </>
      )}
    </section>
  );
}

const emptyTrial: Tried = { coin: 'BTC', perPayment: '0', perCustomerDay: '0', perDay: '0', knownDays: 1 };

const isWithin = (text: string, { leastKnownDays, mostKnownDays }: Data) =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= leastKnownDays && Number(text) <= mostKnownDays;

/** What the address asks for; null while it says nothing, or nothing that could be tried. */
function triedOf(asked: Record<(typeof fields)[number], string | undefined>, data: Data): Tried | null {
  const { coin, perPayment = '', perCustomerDay = '', perDay = '', knownDays = '' } = asked;
  const isTyped = [perPayment, perCustomerDay, perDay].every((text) => amountPattern.test(text));
  if ((coin !== 'BTC' && coin !== 'USDT') || !isTyped || !isWithin(knownDays, data)) return null;
  return { coin, perPayment, perCustomerDay, perDay, knownDays: Number(knownDays) };
}

function valuesOf(
  asked: Record<(typeof fields)[number], string | undefined>,
  limits: Data['coins'][number] | undefined,
  coin: string,
): Values {
  const { perPayment = '', perCustomerDay = '', perDay = '', knownDays = 30 } = limits?.bounds ?? {};
  return {
    coin,
    perPayment: asked.perPayment ?? perPayment,
    perCustomerDay: asked.perCustomerDay ?? perCustomerDay,
    perDay: asked.perDay ?? perDay,
    knownDays: asked.knownDays ?? String(knownDays),
  };
}

const optionsOf = ({ coin, perPayment, perCustomerDay, perDay, knownDays }: Tried) => ({
  coin,
  'per-payment': perPayment,
  'per-customer-day': perCustomerDay,
  'per-day': perDay,
  'known-days': String(knownDays),
});

function Outcome({ result, coin }: { result: Result; coin: Tried['coin'] }) {
  const { since, replayed, isWhole, approved, approvedAmount, customers, largestDay, notPaid, denied, records } =
    result;
  return (
    <>
      <h3 className={styles.result}>
        {texts.result} <span className={styles.quiet}>{texts.resultOf(since, replayed)}</span>
      </h3>
      {!isWhole && <Alert type="warning" showIcon title={texts.notWhole(since)} />}
      {notPaid > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`${texts.notPaid}：${texts.payments(notPaid)}`}
          description={texts.notPaidNote}
        />
      )}
      <dl className={styles.figures}>
        <Figure name={texts.approved}>{texts.payments(approved)}</Figure>
        <Figure name={texts.amount}>
          <Amount value={approvedAmount} coin={coin} />
        </Figure>
        <Figure name={texts.customers}>{customers.toLocaleString('en')}</Figure>
        <Figure name={texts.largestDay}>
          {largestDay ? (
            <>
              <Amount value={largestDay.amount} coin={coin} /> <span className={styles.quiet}>{largestDay.date}</span>
            </>
          ) : (
            texts.none
          )}
        </Figure>
      </dl>
      <p className={styles.quiet}>
        {texts.waits}：
        {Object.entries(denialNames)
          .map(([reason, name]) => `${name} ${texts.payments(denied[reason as keyof typeof denied])}`)
          .join('，')}
      </p>
      {records.length === 0 ? <Nothing {...texts.nothing} /> : <Payments records={records} coin={coin} />}
    </>
  );
}

function Figure({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Payments({ records, coin }: Pick<Result, 'records'> & { coin: string }) {
  return (
    <>
      <p className={styles.quiet}>{texts.shown}</p>
      <table className={list.table} aria-label={texts.approved}>
        <thead>
          <tr>
            <th scope="col">{texts.became}</th>
            <th scope="col">{texts.number}</th>
            <th scope="col">{texts.account}</th>
            <th scope="col" className={list.number}>
              {texts.amount}
            </th>
            <th scope="col" className={list.number}>
              {texts.applied}
            </th>
          </tr>
        </thead>
        <tbody>
          {records.map(({ id, number, customerId, account, amount, appliedAt, phase, wasByRule }) => (
            <tr key={id}>
              <td>
                <Status shape={phaseShapes[phase]}>
                  {phaseNames[phase]}
                  {wasByRule && ` · ${texts.byPolicy}`}
                </Status>
              </td>
              <td>
                <Link to={`/withdrawals/${id}`}>{number}</Link>
              </td>
              <td>
                <Link to={`/customers/${customerId}`}>{account}</Link>
              </td>
              <td className={list.number}>
                <Amount value={amount} coin={coin} />
              </td>
              <td className={list.number}>{momentText(appliedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
