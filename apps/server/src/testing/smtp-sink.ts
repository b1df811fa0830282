import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

/** A mail server that keeps what it is sent, as far as SMTP (RFC 5321) goes for one client. For tests. */
export interface SmtpSink {
  url: string;
  mails: { from: string; to: string; text: string }[];
  /** The reply to RCPT TO; `550 no such mailbox` makes it refuse. */
  rcptReply: string;
  readonly stop: () => Promise<void>;
}

export async function startSmtpSink(): Promise<SmtpSink> {
  const server: Server = createServer((socket) => converse(socket, sink));
  const sink: SmtpSink = {
    url: '',
    mails: [],
    rcptReply: '250 OK',
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sink.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return sink;
}

function converse(socket: Socket, sink: SmtpSink): void {
  let unread = '';
  let mail = { from: '', to: '', text: '' };
  let isReadingText = false;
  const reply = (line: string) => socket.write(`${line}\r\n`);
  const address = (line: string) => /<(.*)>/.exec(line)?.[1] ?? '';

  const hear = (line: string) => {
    if (isReadingText) {
      if (line !== '.') mail.text += `${line}\n`;
      else {
        isReadingText = false;
        sink.mails.push(mail);
        mail = { from: '', to: '', text: '' };
        reply('250 queued');
      }
      return;
    }
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO') reply('250 sink.test');
    else if (verb === 'MAIL') {
      mail.from = address(line);
      reply('250 OK');
    } else if (verb === 'RCPT') {
      mail.to = address(line);
      reply(sink.rcptReply);
    } else if (verb === 'DATA') {
      isReadingText = true;
      reply('354 go on');
    } else if (verb === 'QUIT') socket.end('221 bye\r\n');
    else reply('250 OK');
  };

  reply('220 sink.test ESMTP');
  socket.on('error', () => undefined);
  socket.on('data', (part) => {
    unread += part;
    const lines = unread.split('\r\n');
    unread = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
}
