import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (response: ServerResponse) => void;

export interface AnsweringServer {
  origin: string;
  /** Paths of its requests, oldest first. */
  asked: string[];
  /** How it answers from now on. */
  answer: Answer;
  close: () => Promise<void>;
}

/** A server of another house, which answers as the test says. */
export async function startAnsweringServer(): Promise<AnsweringServer> {
  const http = createServer((request, response) => {
    server.asked.push(request.url ?? '');
    server.answer(response);
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  const server: AnsweringServer = {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    asked: [],
    answer: say('not answered by this test', 500),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
      }),
  };
  return server;
}

/** A body as JSON, or as the text that it is. */
export function say(body: unknown, status = 200): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}
