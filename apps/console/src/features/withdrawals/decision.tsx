import type { ConsoleData } from '@lode/contract/console';
import { Alert, App, Button, Input } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { RefusalAlert } from '../../components/refusal-alert.tsx';
import { Status } from '../../components/shape.tsx';
import { call } from '../../lib/call.ts';
import { useChange } from '../../lib/change.ts';
import { useKeys } from '../../lib/keys.ts';
import { useSession } from '../../lib/session.ts';
import { moneyText } from '../../lib/shown-amount.ts';
import { momentText } from '../../lib/time.ts';
import { actionName } from '../../locales/zh/proposals.ts';
import { checkNames, checkText, holdName, decisionTexts as texts } from '../../locales/zh/withdrawals.ts';
import { OffsetDialog, RejectDialog } from './end-dialogs.tsx';
import styles from './withdrawals.module.css';

type Review = ConsoleData<'withdrawalReview'>;

/** The decision, at a fixed place. What needs a signature is given on the signer's own page. */
export function Decision({ review, isStale }: { review: Review; isStale: boolean }) {
  const { decision, withdrawal } = review;
  const [dialog, setDialog] = useState<'reject' | 'offset' | null>(null);
  const isShut = isStale || isOffsetProposed(review);
  const canReject = decision.canReject && !isShut;
  const canOffset = decision.offsets.length > 0 && !isShut;
  useKeys({
    ...(canReject && { r: () => setDialog('reject') }),
    ...(canOffset && { o: () => setDialog('offset') }),
  });
  const waiting = review.proposals.length > 0 && <WaitingProposals proposals={review.proposals} />;
  if (withdrawal.isCancelling) return <p className={styles.quiet}>{texts.stopped}</p>;
  if (decision.next === null) return waiting;
  return (
    <section className={styles.decision} aria-label={texts.title}>
      {waiting}
      {decision.isMine ? <Signing review={review} isStale={isStale} /> : <Waiting review={review} />}
      <div className={styles.buttons}>
        {decision.canReject && (
          <Button danger block disabled={isShut} onClick={() => setDialog('reject')}>
            {texts.reject} <kbd>R</kbd>
          </Button>
        )}
        {decision.offsets.length > 0 && (
          <Button block disabled={isShut} onClick={() => setDialog('offset')}>
            {texts.offset} <kbd>O</kbd>
          </Button>
        )}
      </div>
      {dialog === 'reject' && <RejectDialog review={review} onClose={() => setDialog(null)} />}
      {dialog === 'offset' && <OffsetDialog review={review} onClose={() => setDialog(null)} />}
    </section>
  );
}

/** Two endings exclude each other: while an offset waits, nothing else is decided. */
const isOffsetProposed = ({ proposals }: Review): boolean =>
  proposals.some(({ action }) => action === 'withdrawal:offset');

function WaitingProposals({ proposals }: Pick<Review, 'proposals'>) {
  return proposals.map(({ id, action, by, at }) => (
    <Alert
      key={id}
      type="warning"
      showIcon
      title={<Link to={`/proposals/${id}`}>{texts.waitingProposal(actionName(action), id)}</Link>}
      description={
        <>
          {texts.proposedBy(by, momentText(at))}
          {action === 'withdrawal:offset' && <div>{texts.decideFirst}</div>}
        </>
      }
    />
  ));
}

function Waiting({ review: { decision, events } }: { review: Review }) {
  const { name } = useSession();
  const isOwn = events.some(({ kind, by }) => kind === 'PROPOSED' && by === name);
  return (
    <p>
      <Status shape="wait">{texts.waitsFor[isOwn ? 'OWN' : (decision.next ?? 'APPROVE')]}</Status>
    </p>
  );
}

/** The judgement, and the way to the signature. */
function Signing({ review, isStale }: { review: Review; isStale: boolean }) {
  const { id, received, coin } = review.withdrawal;
  const { decision, checks, readAt } = review;
  const { message } = App.useApp();
  const field = useRef<TextAreaRef>(null);
  const [note, setNote] = useState('');
  const [isOpened, setOpened] = useState(false);
  const blocking = checks.filter(({ state }) => state === 'BLOCKS');
  const looks = checks.filter(({ state }) => state === 'LOOK').length;
  const { signerPage } = decision;
  const openPage = () => {
    if (signerPage === null) return;
    window.open(signerPage, '_blank', 'noopener');
    setOpened(true);
  };
  const save = useChange({
    change: (text: string) => call('noteWithdrawal', { id, text }),
    refreshes: ['withdrawalReview'],
    onDone() {
      setNote('');
      void message.success(texts.noteSaved);
      openPage();
    },
  });
  const text = note.trim();
  const canSign =
    blocking.length === 0 &&
    !isStale &&
    !isOffsetProposed(review) &&
    !save.isPending &&
    (!decision.needsNote || text !== '');
  const sign = () => {
    if (!canSign) return;
    if (text === '') openPage();
    else save.mutate(text);
  };
  useKeys({ a: () => field.current?.focus(), ...(canSign && { 'Ctrl Enter': sign }) });
  const step = decision.next === 'PROPOSE' ? 'propose' : 'approve';
  const amount = moneyText(received, coin);
  return (
    <>
      {blocking.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={texts.blocked}
          description={
            <>
              {blocking.map((check) => (
                <div key={check.kind}>
                  {checkNames[check.kind]}：{checkText(check, readAt, coin)}
                </div>
              ))}
              {decision.hold?.until && (
                <div>
                  {holdName(decision.hold.reason)} · {texts.until(momentText(decision.hold.until))}
                </div>
              )}
            </>
          }
        />
      )}
      {blocking.length === 0 && looks > 0 && <Alert type="warning" showIcon title={texts.mustLook(looks)} />}
      <Input.TextArea
        ref={field}
        rows={2}
        maxLength={500}
        aria-label={texts.note}
        placeholder={texts.noteHint}
        value={note}
        onChange={({ target }) => setNote(target.value.replaceAll('\n', ' '))}
        onKeyDown={({ key }) => key === 'Escape' && field.current?.blur()}
      />
      <RefusalAlert error={save.error} />
      <Button type="primary" size="large" block disabled={!canSign} loading={save.isPending} onClick={sign}>
        {texts[step](amount)} <kbd>Ctrl ↵</kbd>
      </Button>
      <p className={styles.quiet}>{texts[step === 'propose' ? 'proposeEffect' : 'approveEffect']}</p>
      {isOpened && signerPage && (
        <p>
          {texts.opened}{' '}
          <a href={signerPage} target="_blank" rel="noopener noreferrer">
            {texts.openAgain}
          </a>
        </p>
      )}
      {signerPage === null && (
        <p>
          {texts.noPage} <code className={styles.code}>{texts.command(step, id)}</code>
        </p>
      )}
    </>
  );
}
