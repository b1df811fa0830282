import { createServer, type Socket } from 'node:net';

/** A fake node: silent, malformed, or as a test scripts it. `down` is a closed port. */
export async function brokenNode(reason: 'down' | 'slow' | 'malformed' | ((request: string) => string)) {
  if (reason === 'down') return { url: 'http://u:p@127.0.0.1:1', close: async () => {} };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      if (reason === 'slow') return;
      const body = reason === 'malformed' ? '\u0000<html>not a node' : reason(data.toString());
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  return {
    url: `http://u:p@127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
