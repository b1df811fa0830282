// Every driver keeps the same promise: a message that was taken over is the one that was given; what was refused or not
// answered rejects, and the error never carries the code. The replies of the SMS provider are its documented ones.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../platform/clock/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { type SmtpSink, startSmtpSink } from '../../testing/smtp-sink.ts';
import { aliyunSmsDriver, rpcSignature } from './aliyun-sms-driver.ts';
import { localDriver } from './local-driver.ts';
import { type Message, type MessageDriver, MessageNotSent } from './message.ts';
import { newestLocalMessages } from './messages.store.ts';
import { smtpDriver } from './smtp-driver.ts';

/** One provider, set up so that a test can look at what arrived and make it fail. */
interface Bench {
  to: string;
  driver(): MessageDriver;
  /** What arrived last. */
  arrived(): Promise<{ to: string; text: string }>;
  /** Who can refuse or be away; the local table does neither. */
  provider?: { refuse(): void; silence(): Promise<void> };
}

const smsReplies = {
  taken: {
    Message: 'OK',
    RequestId: 'F655A8D5-B967-440B-8683-DAD6FF8DE990',
    Code: 'OK',
    BizId: '900619746936498440^0',
  },
  refused: {
    Message: '触发分钟级流控Permits:1',
    RequestId: '2D1A9C56-5B1B-4B21-9C0D-5BDF6B3D1F8A',
    Code: 'isv.BUSINESS_LIMIT_CONTROL',
  },
};

let database: TestDatabase;
let sms: { server: Server; requests: URLSearchParams[]; reply: object };
let mail: SmtpSink;

beforeAll(async () => {
  database = await createTestDatabase();
  mail = await startSmtpSink();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      sms.requests.push(new URLSearchParams(body));
      response.setHeader('content-type', 'application/json;charset=utf-8');
      response.end(JSON.stringify(sms.reply));
    });
  });
  sms = { server, requests: [], reply: smsReplies.taken };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await database.drop();
  if (sms.server.listening) await new Promise((resolve) => sms.server.close(resolve));
});

const smsConfig = () => ({
  endpoint: `http://127.0.0.1:${(sms.server.address() as AddressInfo | null)?.port ?? 1}/`,
  accessKeyId: 'testId',
  accessKeySecret: 'testSecret',
  signName: 'Lode矿脉',
  templates: {
    LOGIN: 'SMS_1',
    SET_PASSWORD: 'SMS_2',
    FUNDS_PASSWORD: 'SMS_3',
    WITHDRAW: 'SMS_4',
    CHANGE_CONTACT: 'SMS_6',
    SECOND_FACTOR: 'SMS_7',
    NOTICE: 'SMS_5',
    SECURITY: 'SMS_7',
  },
});

const benches: Record<string, Bench> = {
  local: {
    to: '13800138000',
    driver: () => localDriver(database.database, manualClock('2026-03-10T04:00:00Z')),
    arrived: async () => {
      const [message] = await newestLocalMessages(database.database, 1);
      return { to: message?.to ?? '', text: `${message?.scene} ${message?.text}` };
    },
  },
  sms: {
    to: '13800138000',
    driver: () => aliyunSmsDriver(smsConfig()),
    arrived: async () => {
      const request = sms.requests.at(-1);
      return { to: request?.get('PhoneNumbers') ?? '', text: request?.get('TemplateParam') ?? '' };
    },
    provider: {
      refuse: () => {
        sms.reply = smsReplies.refused;
      },
      silence: async () => {
        sms.server.closeAllConnections();
        await new Promise((resolve) => sms.server.close(resolve));
      },
    },
  },
  mail: {
    to: 'alice@example.com',
    driver: () => smtpDriver({ url: mail.url, from: 'Lode <no-reply@lode.example>' }),
    arrived: async () => {
      const last = mail.mails.at(-1);
      return { to: last?.to ?? '', text: decodeMail(last?.text ?? '') };
    },
    provider: {
      refuse: () => {
        mail.rcptReply = '550 no such mailbox';
      },
      silence: () => mail.stop(),
    },
  },
};

function decodeMail(mail: string): string {
  const [head = '', ...parts] = mail.split('\n\n');
  const encoded = parts.join('\n');
  if (head.includes('Content-Transfer-Encoding: base64')) return Buffer.from(encoded, 'base64').toString('utf8');
  const bytes = encoded
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

describe.each(Object.entries(benches))('the %s driver', (_name, bench) => {
  const message = (code: string): Message => ({ to: bench.to, scene: 'LOGIN', code });
  const failure = async (code: string) => {
    const error = await bench
      .driver()
      .send(message(code))
      .then(
        () => null,
        (thrown: Error) => thrown,
      );
    expect(error).toBeInstanceOf(MessageNotSent);
    const shown = `${error?.message} ${error?.stack} ${(error?.cause as Error | undefined)?.stack}`;
    expect(shown).not.toContain(code);
    return error;
  };

  it('brings the code to its receiver', async () => {
    for (const code of ['135790', '000001']) {
      await bench.driver().send(message(code));
      const { to, text } = await bench.arrived();
      expect(to).toBe(bench.to);
      expect(text).toContain(code);
    }
  });

  it('brings a notice to its receiver', async () => {
    const text = '矿机 A-7 的电费未付，请充值。';
    await bench.driver().send({ to: bench.to, scene: 'NOTICE', text });
    const arrived = await bench.arrived();
    expect(arrived.to).toBe(bench.to);
    expect(arrived.text).toContain(text);
  });

  it('says where 客服 is in a notice that says to ask there, and in no other', async () => {
    const support = 'https://lode.example/support';
    for (const [text, isSaid] of [
      ['电费支付方式已更改。如非本人申请，请联系客服。', true],
      ['充值已入账。', false],
    ] as const) {
      await bench.driver().send({ to: bench.to, scene: 'NOTICE', text, support });
      const arrived = await bench.arrived();
      expect(arrived.text).toContain(text);
      expect(arrived.text.includes(support), text).toBe(isSaid);
    }
  });

  it.each([
    ['payment', '0.123', ['0.123', 'BTC']],
    ['address', undefined, ['添加', 'BTC']],
  ])('says which %s a code to withdraw allows', async (_what, amount, words) => {
    const address = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
    const payment = { coin: 'BTC', address, ...(amount !== undefined && { amount }) };
    await bench.driver().send({ to: bench.to, scene: 'WITHDRAW', code: '135791', payment });
    const { text } = await bench.arrived();
    for (const word of ['135791', ...words]) expect(text).toContain(word);
    // A variable of a short message holds at most 35 characters.
    const parts =
      bench.to.includes('@') || !text.startsWith('{') ? [address] : [address.slice(0, 31), address.slice(31)];
    for (const part of parts) expect(text).toContain(part);
  });

  const { provider } = bench;
  if (!provider) return;

  it('brings the link of a security notice whole', async () => {
    const token = 'tOkEn_-0123456789abcdefghijklmnopqrstuvwxyz0';
    const link = { url: `https://lode.example/not_me?token=${token}`, token };
    await bench.driver().send({ to: bench.to, scene: 'NOTICE', text: '已登录。', link });
    const { text } = await bench.arrived();
    expect(text).toContain('已登录。');
    // In two variables where one holds 35 characters, else behind the address.
    expect(text.replace('","tail":"', '')).toContain(token);
  });

  it('says when the provider refuses', async () => {
    provider.refuse();
    expect((await failure('246802'))?.message).toMatch(/refused/);
  });

  it('reports a server that does not respond', async () => {
    await provider.silence();
    expect((await failure('975310'))?.message).toMatch(/not answer/);
  });
});

it('no code follows a redirect of the SMS provider', async () => {
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/moved') response.writeHead(307, { location: '/' }).end();
    else response.end(JSON.stringify(smsReplies.taken));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const send = (path: string) =>
    aliyunSmsDriver({ ...smsConfig(), endpoint: `${endpoint}${path}` }).send({
      to: '13800138000',
      scene: 'LOGIN',
      code: '135791',
    });
  try {
    await send('/');
    await expect(send('/moved')).rejects.toThrow('the SMS provider did not answer');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

describe('the signature of the SMS provider', () => {
  it('is that of its documentation, for its general example', () => {
    const parameters = {
      AccessKeyId: 'testid',
      Action: 'DescribeRegions',
      Format: 'XML',
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: '3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf',
      SignatureVersion: '1.0',
      Timestamp: '2016-02-23T12:46:24Z',
      Version: '2014-05-26',
    };
    expect(rpcSignature('GET', parameters, 'testsecret')).toBe('OLeaidS1JvxuMvnyHOwuJ+uX5qY=');
  });

  it('is that of its documentation, for a short message', () => {
    const parameters = {
      AccessKeyId: 'testId',
      Action: 'SendSms',
      Format: 'XML',
      OutId: '123',
      PhoneNumbers: '15300000001',
      RegionId: 'cn-hangzhou',
      SignName: '阿里云短信测试专用',
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: '45e25e9b-0a6f-4070-8c85-2956eda1b466',
      SignatureVersion: '1.0',
      TemplateCode: 'SMS_71390007',
      TemplateParam: '{"customer":"test"}',
      Timestamp: '2017-07-12T02:42:19Z',
      Version: '2017-05-25',
    };
    expect(rpcSignature('GET', parameters, 'testSecret')).toBe('zJDF+Lrzhj/ThnlvIToysFRq6t4=');
  });

  it('signs what was sent, each time with another nonce', () => {
    const nonces = sms.requests.map((request) => {
      const { Signature, ...parameters } = Object.fromEntries(request);
      expect(rpcSignature('POST', parameters, 'testSecret')).toBe(Signature);
      expect(parameters).toMatchObject({
        Action: 'SendSms',
        Version: '2017-05-25',
        TemplateCode: expect.stringMatching(/^SMS_[1457]$/),
        SignName: 'Lode矿脉',
      });
      return parameters.SignatureNonce;
    });
    expect(new Set(nonces).size).toBe(nonces.length);
    expect(nonces.length).toBeGreaterThan(0);
  });
});
