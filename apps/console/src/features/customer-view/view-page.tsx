import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import { Nothing } from '../../components/query-state.tsx';
import { useKeys } from '../../lib/keys.ts';
import { viewTexts as texts, type ViewPart, viewParts } from '../../locales/zh/customer-view.ts';
import { reasonTexts, stateTexts } from '../../locales/zh/states.ts';
import styles from './view.module.css';
import { ViewAssets } from './view-assets.tsx';
import { ViewBill } from './view-bill.tsx';
import { ViewCoinUp } from './view-coin-up.tsx';
import { ViewHome } from './view-home.tsx';
import { ViewMachines } from './view-machines.tsx';
import { ViewMessages } from './view-messages.tsx';
import { ViewOutputs } from './view-outputs.tsx';
import { ViewWithdrawals } from './view-withdrawals.tsx';

const pages: Record<ViewPart, React.ComponentType<{ id: string; reason: string }>> = {
  home: ViewHome,
  assets: ViewAssets,
  bill: ViewBill,
  machines: ViewMachines,
  outputs: ViewOutputs,
  'coin-up': ViewCoinUp,
  withdrawals: ViewWithdrawals,
  messages: ViewMessages,
};

/** What a customer sees on the phone, once a reason is given; the reason stays with the page and not in its address. */
export function CustomerViewPage() {
  const { id = '' } = useParams();
  // Another customer needs a reason of its own.
  return <View key={id} />;
}

function View() {
  const { id = '', part: asked = 'home' } = useParams();
  const navigate = useNavigate();
  const [reason, setReason] = useState<string | null>(null);
  const part = viewParts.find((one) => one.part === asked)?.part;
  useKeys({
    ...Object.fromEntries(viewParts.map((one, n) => [`${n + 1}`, () => void navigate(pathOf(id, one.part))])),
    Escape: () => void navigate(`/customers/${id}`),
  });
  const head = <PageHead title={texts.title(id)} parent={{ to: `/customers/${id}`, label: texts.back }} />;
  if (part === undefined) {
    return (
      <>
        {head}
        <Nothing title={stateTexts.notFound} text={stateTexts.notFoundText} />
      </>
    );
  }
  if (reason === null) {
    return (
      <>
        {head}
        <Ask onReason={setReason} />
      </>
    );
  }
  const Page = pages[part];
  return (
    <>
      {head}
      <Alert type="info" banner showIcon title={texts.readOnly(reason)} />
      <nav className={styles.parts} aria-label={texts.parts}>
        {viewParts.map((one) => (
          <Link key={one.part} to={pathOf(id, one.part)} aria-current={one.part === part ? 'page' : undefined}>
            {one.label}
          </Link>
        ))}
      </nav>
      <section className={styles.phone} aria-label={texts.phone}>
        <Page key={part} id={id} reason={reason} />
      </section>
    </>
  );
}

const pathOf = (id: string, part: ViewPart) => `/customers/${id}/view${part === 'home' ? '' : `/${part}`}`;

function Ask({ onReason }: { onReason: (reason: string) => void }) {
  return (
    <div className={styles.ask}>
      <p>{texts.askText}</p>
      <p>{texts.inAudit}</p>
      <Form layout="vertical" requiredMark={false} onFinish={({ reason }) => onReason(reason.trim())}>
        <Form.Item
          name="reason"
          label={reasonTexts.reason}
          rules={[{ required: true, whitespace: true, message: reasonTexts.missing }]}
        >
          <Input maxLength={500} />
        </Form.Item>
        <Button type="primary" htmlType="submit">
          {texts.ask}
        </Button>
      </Form>
    </div>
  );
}
