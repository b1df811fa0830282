import { connect, type Socket } from 'node:net';

/** The next request, as it is written to the socket. */
export type RequestSource = () => Buffer;

/**
 * One connection with one request under way at a time, until `isOver` says so after an answer. Every answer must be a good one. Plain
 * sockets and requests written beforehand: a full HTTP client would take more of the machine than the server that is measured.
 */
export function requestOverSocket(port: number, nextRequest: RequestSource, isOver: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let received: Buffer | null = null;
    const send = () => socket.write(nextRequest());
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      received = received ? Buffer.concat([received, chunk]) : chunk;
      const body = bodyOf(received);
      if (!body) return;
      if (!isGood(received, body)) return reject(new Error(`a wrong answer: ${received.toString()}`));
      received = null;
      if (isOver()) {
        socket.end();
        resolve();
      } else send();
    });
  });
}

/** The body once it is all there. Bytes are searched as they are: reading them as text would cost as much as serving them. */
function bodyOf(received: Buffer): Buffer | null {
  const start = received.indexOf('\r\n\r\n') + 4;
  if (start < 4) return null;
  const length = received.indexOf('content-length: ') + 'content-length: '.length;
  const end = start + Number(received.toString('latin1', length, received.indexOf('\r', length)));
  return received.length < end ? null : received.subarray(start, end);
}

const goodStarts = ['{"code":200', '{"id":'].map((text) => Buffer.from(text));
const ok = Buffer.from('HTTP/1.1 200');

function isGood(answer: Buffer, body: Buffer): boolean {
  const begins = (bytes: Buffer, start: Buffer) => bytes.compare(start, 0, start.length, 0, start.length) === 0;
  return begins(answer, ok) && goodStarts.some((start) => begins(body, start));
}
