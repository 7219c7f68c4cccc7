/** Sends requests that a browser or fetch would refuse to send, and returns the response. */
import { Agent, request } from 'node:http';
import { gunzipSync } from 'node:zlib';

export interface Asked {
  method: string;
  /** As sent on the wire. */
  path: string;
  headers: Record<string, string | string[]>;
  body: Buffer | null;
}

export interface Answered {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

export interface Wire {
  /** Rejects when no complete response arrived. */
  send(asked: Asked): Promise<Answered>;
  close(): void;
}

const patienceMs = 40_000;

export function openWire(url: string, connections: number): Wire {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = (asked: Asked, isRepeated: boolean): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const { body, ...head } = asked;
      const asking = request({ hostname, port, agent, ...head, timeout: patienceMs });
      asking.on('response', (response) => {
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
      asking.on('timeout', () => asking.destroy(new Error('no answer in time')));
      asking.on('error', (error) => {
        // The server may close a keep-alive connection just as it is reused.
        if (asking.reusedSocket && !isRepeated) resolve(send(asked, true));
        else reject(error);
      });
      asking.end(body ?? undefined);
    });
  return { send: (asked) => send(asked, false), close: () => agent.destroy() };
}
