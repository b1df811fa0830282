import { codes } from '@lode/contract';
import { Button, Main, PinField, toast, useReloadGuard } from '@lode/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeField } from '../../components/code-field.tsx';
import { PasswordSecurityHoldAlert } from '../../components/password-security-hold-alert.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { call } from '../../lib/api/call.ts';
import { callQuery } from '../../lib/api/queries.ts';
import { isRefusal, isTooCommon } from '../../lib/api/request-error.ts';
import { useBack } from '../../lib/navigation.ts';
import { rootStore } from '../../lib/session/root-store.ts';
import { codeMessages } from '../../locales/zh/code.ts';
import { moneyMessages as messages } from '../../locales/zh/money.ts';
import { FundPwaSkeleton } from './components/fund-pwa-skeleton.tsx';
import styles from './fund-pwa-page.module.css';

/** Sets or resets the funds password. */
export function FundPwaPage() {
  const user = useQuery(callQuery('userInfo', {}));
  return (
    <Screen title={messages.fundsPasswordTitle}>
      <Main>
        <QueryView query={user} skeleton={<FundPwaSkeleton />}>
          {({ account, maskedAccount, hasFundsPassword }) => (
            <FundPwaForm account={account} maskedAccount={maskedAccount} isReset={hasFundsPassword} />
          )}
        </QueryView>
      </Main>
    </Screen>
  );
}

const length = 6;
const isWhole = (digits: string) => digits.length === length;
const noErrors = { code: null, password: null, again: null } as Record<'code' | 'password' | 'again', string | null>;

function FundPwaForm({
  account,
  maskedAccount,
  isReset,
}: {
  account: string;
  maskedAccount: string;
  isReset: boolean;
}) {
  useReloadGuard();
  const queryClient = useQueryClient();
  const back = useBack();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [errors, setErrors] = useState(noErrors);

  const save = useMutation({
    mutationFn: () => call('setFundsPassword', { password, code }, { inlineErrors: [codes.badPasswordFormat.code] }),
    onSuccess: async () => {
      toast(messages.saved, { icon: 'success' });
      const { user } = rootStore.getState();
      if (user) rootStore.setState({ user: { ...user, hasFundsPassword: true } });
      await Promise.all(['userInfo', 'wallet'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
      back();
    },
    onError: (failure) => {
      if (isRefusal(failure, codes.wrongCode.code)) setErrors({ ...noErrors, code: failure.message });
      if (isRefusal(failure, codes.badPasswordFormat.code))
        setErrors({ ...noErrors, password: isTooCommon(failure) ? messages.errors.common : failure.message });
    },
  });

  function submit(): void {
    const found = {
      code: isWhole(code) ? null : codeMessages.shape,
      password: isWhole(password) ? null : messages.errors.incomplete,
      again: again === password ? null : messages.errors.different,
    };
    setErrors(found);
    if (Object.values(found).every((error) => error === null) && !save.isPending) save.mutate();
  }

  return (
    <>
      {isReset ? <PasswordSecurityHoldAlert after="fundsReset" /> : <p className={styles.intro}>{messages.setIntro}</p>}
      <CodeField
        label={codeMessages.sentTo(maskedAccount)}
        value={code}
        error={errors.code}
        onChange={(value) => {
          setCode(value);
          setErrors({ ...errors, code: null });
        }}
        scene="FUNDS_PASSWORD"
        recipient={() => account}
      />
      <PinField
        label={messages.newFundsPassword}
        name="funds-password"
        value={password}
        error={errors.password}
        hint={messages.fundsPasswordHint}
        onChange={(value) => {
          setPassword(value);
          setErrors({ ...errors, password: null, again: null });
        }}
      />
      <PinField
        label={messages.newFundsPasswordAgain}
        name="funds-password-again"
        value={again}
        error={errors.again}
        onChange={(value) => {
          setAgain(value);
          // Reported once the input is complete, not while typing.
          setErrors({ ...errors, again: isWhole(value) && value !== password ? messages.errors.different : null });
        }}
      />
      <Button block busy={save.isPending} onClick={submit}>
        {messages.save}
      </Button>
    </>
  );
}
