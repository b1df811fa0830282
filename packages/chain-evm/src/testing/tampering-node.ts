import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Call {
  id: number;
  method: string;
  params: unknown[];
}

/** Replaces the response of one call: a result, `{ error }` for a refusal, undefined to keep it. */
export type Tamper = (method: string, params: unknown[], result: unknown) => unknown;

/** A proxy in front of a real node that tampers with responses. */
export async function tamperingNode(url: string, tamper: Tamper): Promise<{ url: string; close(): void }> {
  const server: Server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      const answer = await (
        await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      ).json();
      const calls = [JSON.parse(body)].flat() as Call[];
      const changed = ([answer].flat() as { id: number; result?: unknown }[]).map((one) => {
        const call = calls.find(({ id }) => id === one.id);
        const other = call && tamper(call.method, call.params, one.result);
        if (other === undefined) return one;
        return { jsonrpc: '2.0', id: one.id, ...(isRefusal(other) ? other : { result: other }) };
      });
      response.end(JSON.stringify(Array.isArray(answer) ? changed : changed[0]));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function isRefusal(answer: unknown): answer is { error: unknown } {
  return typeof answer === 'object' && answer !== null && 'error' in answer;
}
