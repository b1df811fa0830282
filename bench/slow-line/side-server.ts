import { randomBytes } from 'node:crypto';
import { createServer, request, type Server } from 'node:http';

export const yardstickPath = '/yardstick';
const ballastPath = '/js/ballast.js';

interface SideServerOptions {
  /** Port of the product. */
  target: number;
  port: number;
  /** Bytes that no compression shrinks, in a script before the app. */
  ballast: number;
}

/**
 * The product with an empty page beside it that makes home's calls, and, as the control, with a useless script that its page waits
 * for.
 */
export async function startSideServer({ target, port, ballast }: SideServerOptions): Promise<Server> {
  const ballastScript = `/*${randomBytes(Math.ceil(ballast / 2))
    .toString('hex')
    .slice(0, ballast)}*/`;
  const server = createServer((incoming, response) => {
    if (incoming.url === yardstickPath) {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(yardstick);
      return;
    }
    // A dialog would stand before the next tab.
    if (/^\/api\/(?:force_notify|notice)\/list/.test(incoming.url ?? '')) {
      response.setHeader('content-type', 'application/json').end('{"code":200,"message":"ok","data":[]}');
      return;
    }
    if (incoming.url === ballastPath) {
      response.setHeader('content-type', 'text/javascript').end(ballastScript);
      return;
    }
    const isPage = ballast > 0 && incoming.url === '/index';
    const headers = isPage ? { ...incoming.headers, 'accept-encoding': 'identity' } : incoming.headers;
    const forwarded = request(
      { host: '127.0.0.1', port: target, method: incoming.method, path: incoming.url, headers },
      (answer) => {
        if (!isPage) {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
          return;
        }
        const { 'content-length': _, ...others } = answer.headers;
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          response.writeHead(answer.statusCode ?? 502, others);
          const page = Buffer.concat(parts).toString();
          response.end(page.replace('<head>', `<head><script src="${ballastPath}"></script>`));
        });
      },
    );
    forwarded.on('error', () => response.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

/** Shows the answer of home's calls, as text. */
const yardstick = `<!doctype html><title>yardstick</title><main></main><script>
  const { state } = JSON.parse(localStorage.getItem('root'));
  const headers = { clientVersion: '1.0.0.0', clientType: 'H5', deviceId: state.deviceId, language: state.language, accessToken: state.token };
  const texts = ['/api/index/info', '/api/index/ele/reminder'].map((url) => fetch(url, { headers }).then((answer) => answer.json()));
  Promise.all(texts).then(([info]) => {
    const figure = document.createElement('b');
    figure.setAttribute('role', 'img');
    figure.setAttribute('aria-label', info.data.assetsInfo.totalUsdt);
    figure.textContent = info.data.assetsInfo.totalUsdt;
    document.querySelector('main').append(figure);
  });
</script>`;
