/** The product behind a server that changes its version, as an upgrade of the product does. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { serverUrl } from './api-client.ts';

export interface Upgraded {
  readonly url: string;
  /** The next version: the page and its files have other names. */
  readonly upgrade: () => void;
  readonly close: () => void;
}

/** Names of the built files in a version: those that the product itself serves are of the first. */
const inVersion = (text: string, version: number): string =>
  version === 1
    ? text
    : text
        .replaceAll(/(\.\/|assets\/)([\w.-]+\.(?:js|css|woff2))/g, `$1v${version}-$2`)
        .replace(/(const version=.)(\w+)/, `$1$2v${version}`);

const isText = (type: string) => /html|javascript|css/.test(type);

/** Starts the server with version 1. */
export async function upgradedServer(): Promise<Upgraded> {
  let version = 1;
  const target = new URL(serverUrl());

  function send(incoming: IncomingMessage, response: ServerResponse): void {
    const [path = '', query] = (incoming.url ?? '').split('?');
    const prefix = `/assets/v${version}-`;
    const isFile = path.startsWith('/assets/');
    if (isFile && version > 1 && !path.startsWith(prefix)) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Of another version');
      return;
    }
    const asked = isFile && version > 1 ? path.replace(prefix, '/assets/') : path;
    const { 'if-none-match': _tag, 'if-modified-since': _since, ...passedOn } = incoming.headers;
    const headers = { ...passedOn, host: target.host, 'accept-encoding': 'identity' };
    const { hostname, port } = target;
    const passed = request(
      {
        hostname,
        port,
        path: query === undefined ? asked : `${asked}?${query}`,
        method: incoming.method,
        headers,
      },
      (upstream) => {
        const type = upstream.headers['content-type'] ?? '';
        const isShell = !path.startsWith('/api/') && isText(type);
        if (!isShell) {
          response.writeHead(upstream.statusCode ?? 500, upstream.headers);
          upstream.pipe(response);
          return;
        }
        const parts: Buffer[] = [];
        upstream.on('data', (part: Buffer) => parts.push(part));
        upstream.on('end', () => {
          const { 'content-length': _length, etag: _etag, ...rest } = upstream.headers;
          // The hashes of the scripts in the page are those of the first version.
          if (version > 1) delete rest['content-security-policy'];
          const text = inVersion(Buffer.concat(parts).toString(), version);
          response.writeHead(upstream.statusCode ?? 500, rest).end(text);
        });
      },
    );
    passed.on('error', () => response.destroy());
    incoming.pipe(passed);
  }

  const server = createServer(send);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    upgrade: () => {
      version += 1;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
