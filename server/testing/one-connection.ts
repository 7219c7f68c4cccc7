/** Test helper: requests that are sent one after the other on one connection. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type RequestOptions } from 'node:http';

export interface OnConnection {
  status: number | undefined;
  /** True when the connection of the request before was used again. */
  isReused: boolean;
}

/** Sends the request three times; rejects where a connection breaks before the response. */
export async function sendOnOneConnection(
  options: RequestOptions,
  body: Buffer,
): Promise<OnConnection[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const responses: OnConnection[] = [];
  for (let count = 0; count < 3; count += 1) {
    const sent = request({ ...options, agent, method: 'POST' });
    sent.end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    await Promise.all([once(response.resume(), 'end'), once(sent, 'close')]);
    responses.push({ status: response.statusCode, isReused: sent.reusedSocket });
  }
  agent.destroy();
  return responses;
}
