// HTTP and TLS test client with a selectable local address.
import { Agent as PlainAgent, type IncomingHttpHeaders, request as requestPlain } from 'node:http';
import { Agent as SecureAgent, request as requestSecure } from 'node:https';

export interface Sent {
  token?: string;
  body?: object | Buffer;
  key?: string;
  headers?: Record<string, string>;
}

export interface TestResponse {
  status: number;
  headers: IncomingHttpHeaders;
  // Untyped: each test asserts the shape of the body.
  body: any;
}

/** Rejects when the connection is closed before the response is complete. */
export type TestClient = (
  url: string,
  method: string,
  path: string,
  sent?: Sent,
) => Promise<TestResponse>;

/**
 * @param ca certificate authority of the server's certificate
 * @param localAddress source address of the connection
 */
export function makeTestClient(ca: string | null, localAddress = '127.0.0.1'): TestClient {
  const options = { keepAlive: true, maxSockets: 16, localAddress };
  const plain = new PlainAgent(options);
  const secure = new SecureAgent({ ...options, ...(ca === null ? {} : { ca }) });
  return (url, method, path, { token, body, key, headers } = {}) =>
    new Promise((resolve, reject) => {
      const isSecure = url.startsWith('https:');
      const content = Buffer.isBuffer(body) || body === undefined ? body : JSON.stringify(body);
      const received = (isSecure ? requestSecure : requestPlain)(new URL(path, url), {
        method,
        agent: isSecure ? secure : plain,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(typeof content === 'string' ? { 'content-type': 'application/json' } : {}),
          ...(content === undefined ? {} : { 'content-length': Buffer.byteLength(content) }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...headers,
        },
      });
      received.on('error', reject);
      received.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: read(Buffer.concat(chunks).toString()),
          }),
        );
      });
      received.end(content);
    });
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
