import { codes } from '@lode/contract';
import { Button, Main, toast } from '@lode/ui';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ContactText } from '../../components/ask-about.tsx';
import { PasswordSecurityHoldAlert } from '../../components/password-security-hold-alert.tsx';
import { Screen } from '../../components/screen.tsx';
import { call } from '../../lib/api/call.ts';
import { isRefusal } from '../../lib/api/request-error.ts';
import { useNavigate } from '../../lib/router/router.tsx';
import { href } from '../../lib/routes.ts';
import { endSession, useClientState } from '../../lib/session/session.ts';
import { sessionMessages as messages } from '../../locales/zh/session.ts';
import { AccountCodeField } from './components/account-code-field.tsx';
import { AccountField, type TextState } from './components/account-field.tsx';
import { NewPasswordFields } from './components/new-password-fields.tsx';
import { accountError, codeError, newPasswordError, refusedPasswordError } from './field-errors.ts';
import styles from './password-forget-page.module.css';

const empty: TextState = { value: '', error: null };

const withContact = (error: string) => <ContactText>{error}</ContactText>;

/** Sets the first or a forgotten login password with a one-time code. */
export function PasswordForgetPage() {
  const navigate = useNavigate();
  const ownAccount = useClientState((state) => state.user?.account ?? '');
  const [account, setAccount] = useState<TextState>({ value: ownAccount, error: null });
  const [code, setCode] = useState(empty);
  const [password, setPassword] = useState(empty);
  const [again, setAgain] = useState(empty);

  const save = useMutation({
    mutationFn: () =>
      call(
        'setPassword',
        { account: account.value.trim(), code: code.value, password: password.value },
        { inlineErrors: [codes.badPasswordFormat.code] },
      ),
    onSuccess: () => {
      toast(messages.passwordSaved, { icon: 'success' });
      // The server has ended every session of the account.
      endSession('logout');
      navigate(href('login'), { replace: true, state: { account: account.value.trim() } });
    },
    onError: (failure) => {
      if (isRefusal(failure, codes.wrongCode.code)) setCode({ ...code, error: failure.message });
      if (isRefusal(failure, codes.badPasswordFormat.code))
        setPassword({ ...password, error: refusedPasswordError(failure) });
      if (isRefusal(failure, codes.accountDisabled.code)) setAccount({ ...account, error: failure.message });
    },
  });

  function submit() {
    const errors = {
      account: accountError(account.value),
      code: codeError(code.value),
      password: newPasswordError(password.value),
      again: again.value === password.value ? null : messages.errors.passwordsDiffer,
    };
    setAccount({ ...account, error: errors.account });
    setCode({ ...code, error: errors.code });
    setPassword({ ...password, error: errors.password });
    setAgain({ ...again, error: errors.again });
    if (Object.values(errors).every((error) => error === null) && !save.isPending) save.mutate();
  }

  return (
    <Screen title={messages.setPasswordTitle}>
      <Main>
        <p className={styles.intro}>{messages.setPasswordIntro}</p>
        <PasswordSecurityHoldAlert after="loginReset" />
        <AccountField state={account} onChange={setAccount} errorOf={withContact} />
        <AccountCodeField
          state={code}
          onChange={setCode}
          account={account.value}
          scene="SET_PASSWORD"
          onInvalidAccount={(error) => setAccount({ ...account, error })}
        />
        <NewPasswordFields
          password={password}
          onPassword={setPassword}
          again={again}
          onAgain={setAgain}
          onEnter={submit}
        />
        <div className={styles.save}>
          <Button block busy={save.isPending} onClick={submit}>
            {messages.save}
          </Button>
        </div>
      </Main>
    </Screen>
  );
}
