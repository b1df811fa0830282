import type { Data, Envelope } from '@lode/contract';
import type { APIRequestContext } from '@playwright/test';
import { password } from './test.ts';

/** One session per customer for the whole run. */
const tokens = new Map<string, string>();

/** A plain API client, for ids that a journey needs and for figures to compare a screen with. */
export class Api {
  private readonly request: APIRequestContext;
  private readonly headers: Record<string, string>;

  private constructor(request: APIRequestContext, headers: Record<string, string>) {
    this.request = request;
    this.headers = headers;
  }

  /** Without a name of its own a device is new at every call, and may pay nothing out. */
  static async logIn(request: APIRequestContext, account: string, deviceId?: string): Promise<Api> {
    const headers = { clientType: 'H5', ...(deviceId !== undefined && { deviceId }) };
    const known = tokens.get(account) ?? (await Api.tokenOf(request, account, headers));
    tokens.set(account, known);
    return new Api(request, { ...headers, accessToken: known });
  }

  private static async tokenOf(request: APIRequestContext, account: string, headers: Record<string, string>) {
    const answer = await request.post('/api/user/login', { params: { account, password }, headers });
    return ((await answer.json()) as Envelope<Data<'login'>>).data.accessToken;
  }

  /** After a customer's sessions were ended. */
  static forget(account: string): void {
    tokens.delete(account);
  }

  async get<Answer>(path: string, params: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.request.get(path, { params, headers: this.headers });
    const { code, message, data } = (await answer.json()) as Envelope<Answer>;
    if (code !== 200) throw new Error(`${path} returned code ${code} ${message}`);
    return data;
  }

  /** Returns the whole envelope, because a refusal is a valid result. */
  async post(path: string, data: Record<string, unknown>, requestId?: string): Promise<Envelope<unknown>> {
    const headers = { ...this.headers, ...(requestId !== undefined && { requestId }) };
    const answer = await this.request.post(path, { data, headers });
    return (await answer.json()) as Envelope<unknown>;
  }

  async machines(): Promise<Data<'machinePage'>['records']> {
    return (await this.get<Data<'machinePage'>>('/api/user/machine/pow/page', { size: '100' })).records;
  }
}
