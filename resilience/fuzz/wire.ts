/** Sends requests that a browser or fetch would refuse to send, and returns the response. */
import { Agent, request } from 'node:http';
import { gunzipSync } from 'node:zlib';

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
