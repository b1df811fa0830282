import type { Data, Envelope } from '@lode/contract';
import type { APIRequestContext } from '@playwright/test';
import { password } from './test.ts';

/** One session per customer for the whole run. */
const tokens = new Map<string, string>();

/** A plain API client, for ids that a journey needs and for figures to compare a screen with. */
export class Api {
  private readonly request: APIRequestContext;
  private readonly token: string;

  private constructor(request: APIRequestContext, token: string) {
    this.request = request;
    this.token = token;
  }

  static async logIn(request: APIRequestContext, account: string): Promise<Api> {
    const known = tokens.get(account);
    if (known) return new Api(request, known);
    const answer = await request.post('/api/user/login', {
      params: { account, password },
      headers: { clientType: 'H5' },
    });
    const { data } = (await answer.json()) as Envelope<Data<'login'>>;
    tokens.set(account, data.accessToken);
    return new Api(request, data.accessToken);
  }

  /** After a customer's sessions were ended. */
  static forget(account: string): void {
    tokens.delete(account);
  }

  async get<Answer>(path: string, params: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.request.get(path, { params, headers: { accessToken: this.token, clientType: 'H5' } });
    const { code, message, data } = (await answer.json()) as Envelope<Answer>;
    if (code !== 200) throw new Error(`${path} returned code ${code} ${message}`);
    return data;
  }

  /** Returns the whole envelope, because a refusal is a valid result. */
  async post(path: string, data: Record<string, unknown>, requestId?: string): Promise<Envelope<unknown>> {
    const headers = { accessToken: this.token, clientType: 'H5', ...(requestId !== undefined && { requestId }) };
    const answer = await this.request.post(path, { data, headers });
    return (await answer.json()) as Envelope<unknown>;
  }

  async machines(): Promise<Data<'machinePage'>['records']> {
    return (await this.get<Data<'machinePage'>>('/api/user/machine/pow/page', { size: '100' })).records;
  }
}
