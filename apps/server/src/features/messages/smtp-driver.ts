import { createTransport } from 'nodemailer';
import { codeMail, noticeMail } from './mail.zh.ts';
import { type MessageDriver, MessageNotSent } from './message.ts';

export interface SmtpConfig {
  /** `smtps://user:password@host:465` */
  url: string;
  from: string;
}

/** Any mail server that speaks SMTP. */
export function smtpDriver({ url, from }: SmtpConfig): MessageDriver {
  const transport = createTransport(
    { url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 },
    { from },
  );
  return {
    async send(message) {
      try {
        const mail = message.scene === 'NOTICE' ? noticeMail(message) : codeMail(message);
        await transport.sendMail({ to: message.to, ...mail });
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        // The library's error repeats what was sent: only what the server said goes further.
        throw new MessageNotSent(`the mail server refused or did not answer: ${responseCode ?? code ?? 'unknown'}`);
      }
    },
  };
}
