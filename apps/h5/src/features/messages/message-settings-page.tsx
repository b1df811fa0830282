import type { Data, Input } from '@lode/contract';
import { Card, Main, Row, Skeleton, Tag, Tick, toast } from '@lode/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryView } from '../../components/query-view.tsx';
import { Screen } from '../../components/screen.tsx';
import { call } from '../../lib/api/call.ts';
import { callQuery } from '../../lib/api/queries.ts';
import { messageMessages as messages } from '../../locales/zh/messages.ts';
import { titles } from '../../locales/zh/titles.ts';
import styles from './message-settings-page.module.css';
import { messageIcons } from './message-target.ts';

type Settings = Data<'messageSettings'>;
type Setting = Input<'setMessageSetting'>;

const settingsQuery = callQuery('messageSettings', {});

/** 消息设置: which kinds come by SMS or mail too. */
export function MessageSettingsPage() {
  const settings = useQuery(settingsQuery);
  return (
    <Screen title={titles.message_settings}>
      <Main>
        <QueryView query={settings} skeleton={<SettingsSkeleton />}>
          {(current) => <SettingsForm settings={current} />}
        </QueryView>
      </Main>
    </Screen>
  );
}

function SettingsForm({ settings }: { settings: Settings }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (setting: Setting) => call('setMessageSetting', setting),
    onMutate: (setting) =>
      client.setQueryData(
        settingsQuery.queryKey,
        (known) => known && { ...known, kinds: known.kinds.map((one) => (one.kind === setting.kind ? setting : one)) },
      ),
    onSuccess: () => toast(messages.saved, { icon: 'success' }),
    onError: () => void client.invalidateQueries({ queryKey: settingsQuery.queryKey }),
    // One after the other, so that the last tap is the one that stays.
    scope: { id: 'message-settings' },
  });
  return (
    <>
      <Intro>{messages.sentTo(settings)}</Intro>
      <Card flush>
        {settings.kinds.map((setting) => (
          <Row
            key={setting.kind}
            icon={messageIcons[setting.kind]}
            title={messages.kinds[setting.kind]}
            caption={messages.kindNotes[setting.kind]}
            value={
              <fieldset className={styles.channels} aria-label={messages.kinds[setting.kind]}>
                {settings.phone !== null && (
                  <Tick checked={setting.sms} onChange={(sms) => save.mutate({ ...setting, sms })}>
                    {messages.sms}
                  </Tick>
                )}
                {settings.mailbox !== null && (
                  <Tick checked={setting.mail} onChange={(mail) => save.mutate({ ...setting, mail })}>
                    {messages.mail}
                  </Tick>
                )}
              </fieldset>
            }
          />
        ))}
        <Row
          icon={messageIcons.SECURITY}
          title={messages.security}
          caption={messages.securityNote}
          value={<Tag>{messages.always}</Tag>}
        />
      </Card>
    </>
  );
}

/** Where messages are found, and on the second line where they are sent besides. */
function Intro({ children }: { children: ReactNode }) {
  return (
    <div className={styles.intro}>
      <p>{messages.settingsIntro}</p>
      <div>{children}</div>
    </div>
  );
}

function SettingsSkeleton() {
  return (
    <>
      <Intro>
        <Skeleton width="60%" height={38} />
      </Intro>
      <Card flush>
        {Array.from({ length: 7 }, (_, i) => (
          <Row
            key={i}
            icon="bell"
            title={<Skeleton width="40%" height={28} />}
            caption={<Skeleton width="70%" height={24} />}
            value={<Skeleton width={120} height={36} />}
          />
        ))}
      </Card>
    </>
  );
}
