/** Sends requests that a browser or fetch would refuse to send, and returns the response. */
import { Agent, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { Operation } from './document.ts';

export interface GeneratedRequest {
  method: string;
  /** As sent on the wire. */
  path: string;
  headers: Record<string, string | string[]>;
  body: Buffer | null;
}

export interface Responded {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

export interface Wire {
  /** Rejects when no complete response arrived. */
  send(generated: GeneratedRequest): Promise<Responded>;
  close(): void;
}

const patienceMs = 40_000;

export function openWire(url: string, connections: number): Wire {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = (generated: GeneratedRequest, isRepeated: boolean): Promise<Responded> =>
    new Promise((resolve, reject) => {
      const { body, ...head } = generated;
      const pending = request({ hostname, port, agent, ...head, timeout: patienceMs });
      pending.on('response', (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(pieces);
          const isPacked = response.headers['content-encoding'] === 'gzip';
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: (isPacked ? gunzipSync(bytes) : bytes).toString(),
          });
        });
      });
      pending.on('timeout', () => pending.destroy(new Error('no response in time')));
      pending.on('error', (error) => {
        // The server may close a keep-alive connection just as it is reused.
        if (pending.reusedSocket && !isRepeated) resolve(send(generated, true));
        else reject(error);
      });
      pending.end(body ?? undefined);
    });
  return { send: (generated) => send(generated, false), close: () => agent.destroy() };
}

// Checks a response against the API document.

/** Fault of the response, or null. */
export function faultOf(
  { responses }: Operation,
  { status, headers, text }: Responded,
): string | null {
  if (status >= 500) return `${status}: ${text.slice(0, 200)}`;
  const announced = responses.get(status);
  if (!announced) return `${status} is not documented: ${text.slice(0, 200)}`;
  if (!headers['x-request-id']) return `${status} without a request id`;
  if (announced.type === null) return text === '' ? null : `${status} with a body`;
  const type = String(headers['content-type']);
  if (!type.startsWith(announced.type)) return `${status} with the content type ${type}`;
  if (!announced.shape) return null;
  const body = parsed(text);
  if (body === undefined) return `${status} with broken JSON: ${text.slice(0, 200)}`;
  const { success, error } = announced.shape.safeParse(body);
  if (success) return null;
  const [issue] = error.issues;
  const where = issue?.path.join('.') ?? '';
  return `${status} of another shape: ${where} ${issue?.message ?? ''} in ${text.slice(0, 300)}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
