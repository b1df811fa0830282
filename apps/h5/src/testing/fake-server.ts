import { type CallName, type CodeName, codes, type Data, paths } from '@lode/contract';
import { vi } from 'vitest';
import {
  agreementResponse,
  billMonthResponse,
  billResponse,
  detailResponse,
  earningsResponse,
  homeResponse,
  ledgerRecord,
  ledgerResponse,
  loginResponse,
  pageOf,
  reminderResponse,
  userResponse,
  walletResponse,
} from './responses.ts';

/** A received request. */
export interface ReceivedRequest {
  call: CallName;
  method: string;
  url: URL;
  headers: Record<string, string>;
  /** Parsed JSON body, null without one. */
  body: unknown;
}

/** Reply to a call: data of the contract, a refusal, or a network failure. */
type Reply<Name extends CallName> = Data<Name> | FakeReply;
type Replies = { [Name in CallName]?: (request: ReceivedRequest) => Reply<Name> | Promise<Reply<Name>> };

/** A reply other than plain data. */
class FakeReply {
  readonly respond: (signal: AbortSignal | null) => Promise<Response>;
  constructor(respond: FakeReply['respond']) {
    this.respond = respond;
  }
}

const envelope = (code: number, message: string, data: unknown, status = 200) =>
  new Response(JSON.stringify({ code, message, data }), { status, headers: { 'content-type': 'application/json' } });

/** A refusal from the error catalogue: `refused('wrongCode')`. */
export const refused = (name: CodeName, data: unknown = null) =>
  new FakeReply(async () => envelope(codes[name].code, codes[name].message, data));
/** Any other envelope, with any HTTP status. */
export const envelopeWith = (code: number, message: string, data: unknown = null, status = 200) =>
  new FakeReply(async () => envelope(code, message, data, status));
/** A response without an envelope, such as a proxy's error page. */
export const garbled = (status: number) => new FakeReply(async () => new Response('<html>', { status }));
/** A file of so many records, whose end arrives with `rest`. */
export const fileOf = (text: string, records: number, rest: Promise<unknown> = Promise.resolve()) =>
  new FakeReply(async (signal) => {
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        const isAborted = await Promise.race([rest.then(() => false), aborted(signal).catch(() => true)]);
        if (isAborted) controller.error(new TypeError('aborted'));
        else controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/csv', 'file-records': String(records) } });
  });
/** What `fetch` throws without a connection. */
export const unreachable = () => new FakeReply(() => Promise.reject(new TypeError('Failed to fetch')));
/** Data that arrives when the test releases it. */
export function deferredReply<Name extends CallName>() {
  let release: (data: Data<Name>) => void = () => undefined;
  const data = new Promise<Data<Name>>((resolve) => {
    release = resolve;
  });
  return { data, release };
}
/** Never responds. */
export const silent = () => new Promise<never>(() => undefined);

const callOf = new Map(Object.entries(paths).map(([call, path]) => [path, call as CallName]));

const usual: Replies = {
  login: () => loginResponse(),
  logout: () => null,
  accountExists: () => ({ exist: true }),
  sendCode: () => ({ expiresIn: 600, retryAfter: 60 }),
  setPassword: () => null,
  userInfo: () => userResponse(),
  skinTag: () => ({ groupTagType: 'APP_SKIN', tag: 'default' }),
  indexInfo: () => homeResponse(),
  electricityReminder: () => reminderResponse(),
  earnings: () => earningsResponse(),
  earningDays: () => pageOf([]),
  wallet: () => walletResponse(),
  setPayMode: () => ({ electricityPayMode: 'OUTPUT_FIRST' }),
  ledgerPage: ({ url }) => {
    const id = url.searchParams.get('id');
    return id === null ? ledgerResponse() : pageOf(id === 'strange' ? [] : [ledgerRecord({ id })]);
  },
  billPage: () => billResponse(),
  billMonth: () => billMonthResponse(),
  statementPreview: () => ({ records: 0, accounts: [], first: [] }),
  sessionList: () => [
    {
      id: '1',
      deviceId: 'aaaaaaaa',
      createdAt: '2026-11-19T02:00:00.000Z',
      expiresAt: '2026-12-19T02:00:00.000Z',
      model: 'iPhone',
      system: 'iOS 17.5',
      browser: 'Safari 17',
      network: '203.0.113.0/24',
      city: '成都',
      isLocalNetwork: false,
      lastUsedAt: '2026-11-19T02:00:00.000Z',
      current: true,
    },
    {
      id: '2',
      deviceId: 'bbbbbbbb',
      createdAt: '2026-11-01T02:00:00.000Z',
      expiresAt: '2026-12-01T02:00:00.000Z',
      model: null,
      system: null,
      browser: null,
      network: null,
      city: null,
      isLocalNetwork: false,
      lastUsedAt: '2026-11-02T02:00:00.000Z',
      current: false,
    },
  ],
  sessionRevoke: () => null,
  sessionRevokeAll: () => ({ ended: 1 }),
  secondFactor: () => ({ methods: [], setAt: null, recoveryCodesLeft: 0, passkeys: [], passkeyHost: 'localhost' }),
  setFundsPassword: () => null,
  withdrawPage: () => pageOf([]),
  withdrawAddressList: () => [],
  riskDisclosure: () => ({ version: '2026-01', confirmed: true }),
  confirmRiskDisclosure: () => null,
  agreement: ({ url }) => agreementResponse(url.searchParams.get('key')),
  machinePage: () => pageOf([]),
  outputPage: () => pageOf([]),
  assetsList: () => homeResponse().assetsInfo.accounts,
  updatePassword: () => null,
  bannerList: () => [],
  bannerDetail: () => detailResponse(),
  noticeStrip: () => null,
  noticeDetail: () => detailResponse(),
  forcedNoticeList: () => [],
  confirmForcedNotice: () => null,
  popupList: () => [],
  supportInfo: () => ({ name: null, wechat: null, phone: null, mail: null, hours: null, faq: [] }),
  webviewHosts: () => ({ hosts: ['docs.example'] }),
};

/**
 * A fake server behind `fetch`, typed by the contract. Calls without a given reply get a default; a call without one fails
 * the test. A request ends with its signal, as in a browser.
 */
export function startFakeServer(replies: Replies = {}) {
  const received: ReceivedRequest[] = [];
  const fetchFake = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input, 'https://lode.test');
    const method = init.method ?? 'GET';
    const call = callOf.get(`${method} ${url.pathname}` as (typeof paths)[CallName]);
    if (!call) throw new Error(`no call ${method} ${url.pathname} in the contract`);
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null;
    const request: ReceivedRequest = { call, method, url, headers: init.headers as Record<string, string>, body };
    received.push(request);
    const reply = replies[call] ?? usual[call];
    if (!reply) throw new Error(`the fake server has no answer to ${call}`);
    const answer = await Promise.race([aborted(init.signal ?? null), reply(request)]);
    return answer instanceof FakeReply ? answer.respond(init.signal ?? null) : envelope(200, 'ok', answer);
  };
  vi.stubGlobal('fetch', vi.fn(fetchFake));
  return {
    received,
    of: (call: CallName) => received.filter((request) => request.call === call),
    reply: (more: Replies) => Object.assign(replies, more),
  };
}

function aborted(signal: AbortSignal | null): Promise<never> {
  return new Promise((_, reject) => {
    const fail = () => reject(new DOMException('The operation was aborted', 'AbortError'));
    if (signal?.aborted) fail();
    signal?.addEventListener('abort', fail);
  });
}
