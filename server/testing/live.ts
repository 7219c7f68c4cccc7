// Test helper: reads a stream of server-sent events over HTTP.
import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { text as textOf } from 'node:stream/consumers';

export interface ReadEvent {
  name: string;
  id: string;
  // Untyped: each test asserts the shape of the data.
  data: any;
}

export interface ReadStream {
  headers: IncomingHttpHeaders;
  /** Events that have arrived, in their order. */
  events: readonly ReadEvent[];
  /** Waits for the next event that fits, also among those that have arrived since the last one that was returned. */
  next(fits: (event: ReadEvent) => boolean): Promise<ReadEvent>;
  /** Waits for the end of the stream, which the server decides. */
  ended: Promise<void>;
  /** Cuts the connection. */
  close(): void;
}

interface StreamOptions {
  /** Id of the last event that was read. */
  after?: string | undefined;
  headers?: Record<string, string>;
  /** Certificate of the server. */
  ca?: string;
}

/** Opens a stream; fails unless it begins with status 200. */
export async function openStream(
  url: string,
  token: string,
  { after, headers, ca }: StreamOptions = {},
): Promise<ReadStream> {
  const options = {
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
      'accept-encoding': 'gzip, deflate',
      ...(after === undefined ? {} : { 'last-event-id': after }),
      ...headers,
    },
    agent: false as const,
  };
  const request = url.startsWith('https:')
    ? requestSecure(url, { ...options, ca })
    : requestPlain(url, options);
  request.end();
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response?.statusCode !== 200)
    throw new Error(`${response?.statusCode}: ${response ? await textOf(response) : ''}`);
  const events: ReadEvent[] = [];
  let read = 0;
  let isOver = false;
  let isCut = false;
  let wake = (): void => undefined;
  const changed = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  const ended = (async () => {
    let text = '';
    try {
      for await (const chunk of response.setEncoding('utf8')) {
        text += chunk;
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        events.push(...blocks.flatMap(parseBlock));
        wake();
      }
    } catch (error) {
      if (!isCut) throw error;
    } finally {
      isOver = true;
      wake();
    }
  })();
  // A test that cuts the connection does not wait for its end.
  ended.catch(() => undefined);
  return {
    headers: response.headers,
    events,
    next: async (fits) => {
      for (;;) {
        const nth = events.findIndex((event, index) => index >= read && fits(event));
        const found = events[nth];
        if (found) {
          read = nth + 1;
          return found;
        }
        if (isOver) throw new Error('The stream has ended');
        await changed();
      }
    },
    ended,
    close: () => {
      isCut = true;
      request.destroy();
    },
  };
}

function parseBlock(block: string): ReadEvent[] {
  const fields = new Map(
    block.split('\n').map((line) => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), line.slice(at + 2)] as const;
    }),
  );
  const [name, id, data] = [fields.get('event'), fields.get('id'), fields.get('data')];
  return name === undefined || data === undefined
    ? []
    : [{ name, id: id ?? '', data: JSON.parse(data) }];
}
