/** Sends one API request and returns any result: these suites provoke failures, so nothing here throws. */
import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { RunningProduct } from './running-product.ts';
import type { TestClient } from './test-client.ts';

export interface Responded {
  /** 0 when the connection was cut, or timed out. */
  status: number;
  /** null when it was not JSON. */
  body: unknown;
  /** User-visible error message. */
  message: string;
  retryAfter: string | null;
  ms: number;
}

interface Sent {
  method?: string;
  token?: string;
  idempotencyKey?: string;
  body?: object | Buffer;
  /** Content type of a body that is not JSON. */
  contentType?: string;
}

/** Response timeout. */
const patienceMs = 20_000;

// Not fetch, which loses connections whose response arrives before the whole body was sent.
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export async function send(
  { url }: Pick<RunningProduct, 'url'>,
  path: string,
  { method, token, idempotencyKey, body, contentType = 'application/json' }: Sent = {},
): Promise<Responded> {
  const started = performance.now();
  const bytes = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const headers = {
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(bytes ? { 'content-type': contentType, 'content-length': Buffer.byteLength(bytes) } : {}),
    ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
  };
  const reported = await new Promise<{ response: IncomingMessage; text: string } | null>(
    (resolve) => {
      const received = request(
        url + path,
        { agent, method: method ?? (bytes ? 'POST' : 'GET'), headers },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (piece: string) => {
            text += piece;
          });
          response.on('end', () => resolve({ response, text }));
          response.on('error', () => resolve(null));
        },
      );
      const timer = setTimeout(() => received.destroy(new Error('no answer')), patienceMs);
      received.on('close', () => {
        clearTimeout(timer);
        resolve(null);
      });
      received.on('error', () => resolve(null));
      received.end(bytes);
    },
  );
  const ms = performance.now() - started;
  if (reported === null) return { status: 0, body: null, message: '', retryAfter: null, ms };
  const read = readJson(reported.text);
  return {
    status: reported.response.statusCode ?? 0,
    body: read,
    message: messageIn(read),
    retryAfter: reported.response.headers['retry-after'] ?? null,
    ms,
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function messageIn(body: unknown): string {
  const { error } = (body ?? {}) as { error?: { message?: unknown } };
  return typeof error?.message === 'string' ? error.message : '';
}

// Sends one request to every endpoint of the API, whatever the result.

interface ResponseReceived extends Responded {
  name: string;
}

/** Sends all requests at once with a token; bodies are empty, so that an admitted request changes nothing. */
export function requestEveryEndpoint(
  product: RunningProduct,
  client: TestClient,
): Promise<ResponseReceived[]> {
  return Promise.all(
    Object.entries<Endpoint>(endpoints).map(async ([name, { method, path, access, guarded }]) => {
      const address = path.replaceAll(/\{\w+\}/g, () => randomUUID());
      const response = await send(product, address, {
        method,
        token: access === 'unit' ? client.key : client.token,
        ...(method === 'GET' || method === 'DELETE' || guarded ? {} : { body: {} }),
      });
      return { name, ...response };
    }),
  );
}
