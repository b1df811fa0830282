import type { APIRequestContext } from '@playwright/test';
import { expect } from './test.ts';

interface LocalMessage {
  to: string;
  scene: string;
  code?: string;
}

/** The newest code that the local driver "sent" to an account for a scene. */
export async function newestCode(
  request: APIRequestContext,
  account: string,
  scene: string,
): Promise<string | undefined> {
  const messages = (await (await request.get('/dev/messages')).json()) as LocalMessage[];
  return messages.find((message) => message.to === account && message.scene === scene)?.code;
}

/** The same, once it is there. */
export async function codeOf(request: APIRequestContext, account: string, scene: string): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    code = await newestCode(request, account, scene);
    expect(code).toBeDefined();
  }).toPass();
  return code ?? '';
}
