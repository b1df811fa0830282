import { createHmac, randomUUID } from 'node:crypto';
import { newAddressText, noticeText } from './mail.zh.ts';
import { type Message, type MessageDriver, MessageNotSent, type Scene } from './message.ts';

export interface AliyunSmsConfig {
  /** `https://dysmsapi.aliyuncs.com/` unless a test or a proxy stands in for it. */
  endpoint: string;
  accessKeyId: string;
  accessKeySecret: string;
  signName: string;
  /**
   * Approved template per scene; each has the one parameter `code`, the one of notices has `text`. The one of WITHDRAW also has
   * `amount`, `head` and `tail`: a variable holds at most 35 characters, so the address stands in two.
   * The one of security notices has `text`, and `head` and `tail` of the token, behind an address that stands in the template
   * itself; null: the address stands in the text of a notice.
   */
  templates: Record<Scene | 'NOTICE', string> & { SECURITY: string | null };
}

const answerWithinMs = 10_000;

/** Alibaba Cloud's short message service: action SendSms of API version 2017-05-25, RPC style, signature version 1.0. */
export function aliyunSmsDriver(config: AliyunSmsConfig): MessageDriver {
  return {
    async send(message) {
      const parameters = requestParameters(config, message, new Date(), randomUUID());
      const Signature = rpcSignature('POST', parameters, config.accessKeySecret);
      const reply = await post(config.endpoint, { ...parameters, Signature });
      if (reply.Code !== 'OK') {
        throw new MessageNotSent(`the SMS provider refused: ${reply.Code} (request ${reply.RequestId})`);
      }
    },
  };
}

function requestParameters(config: AliyunSmsConfig, message: Message, now: Date, nonce: string) {
  const { to, scene } = message;
  const { templates } = config;
  const securityTemplate = scene === 'NOTICE' && message.link !== undefined ? templates.SECURITY : null;
  return {
    AccessKeyId: config.accessKeyId,
    Action: 'SendSms',
    Format: 'JSON',
    PhoneNumbers: to,
    SignName: config.signName,
    SignatureMethod: 'HMAC-SHA1',
    SignatureNonce: nonce,
    SignatureVersion: '1.0',
    TemplateCode: securityTemplate ?? templates[scene],
    TemplateParam: JSON.stringify(templateParameters(message, securityTemplate !== null)),
    Timestamp: now.toISOString().replace(/\.\d+Z$/, 'Z'),
    Version: '2017-05-25',
  };
}

function templateParameters(message: Message, isSecurity: boolean): Record<string, string> {
  if (message.scene === 'NOTICE') {
    if (!isSecurity || message.link === undefined) return { text: noticeText(message) };
    return { text: message.text, ...halves(message.link.token) };
  }
  const { code, payment } = message;
  if (payment === undefined) return { code };
  const { coin, address, amount } = payment;
  const what = amount === undefined ? newAddressText(coin) : `${amount} ${coin}`;
  return { code, amount: what, ...halves(address) };
}

function halves(text: string): { head: string; tail: string } {
  const half = Math.ceil(text.length / 2);
  return { head: text.slice(0, half), tail: text.slice(half) };
}

/** Sorted, percent-encoded parameters behind the verb and path, keyed with the secret and an ampersand. */
export function rpcSignature(verb: 'GET' | 'POST', parameters: Record<string, string>, secret: string): string {
  const canonical = Object.entries(parameters)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join('&');
  const toSign = `${verb}&${percentEncode('/')}&${percentEncode(canonical)}`;
  return createHmac('sha1', `${secret}&`).update(toSign).digest('base64');
}

/** RFC 3986: stricter than `encodeURIComponent`, which leaves these five alone. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

async function post(endpoint: string, parameters: Record<string, string>) {
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      body: new URLSearchParams(parameters),
      // It would take code and contact to an address that is not configured.
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const { Code, RequestId } = (await answer.json()) as { Code?: string; RequestId?: string };
    return { Code: Code ?? `HTTP ${answer.status}`, RequestId: RequestId ?? 'unknown' };
  } catch (error) {
    throw new MessageNotSent('the SMS provider did not answer', { cause: error });
  }
}
