/** Local fake service for tests with configurable responses, which records its requests. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** 'silence' accepts the request and never responds; a text is sent as it is, anything else as JSON. */
export type TestResponse =
  | 'silence'
  | { status?: number; headers?: Record<string, string>; body: unknown };

export interface TestService {
  url: string;
  received: Received[];
  /** Response to all further requests. */
  response: (received: Received) => TestResponse | Promise<TestResponse>;
  close(): Promise<void>;
}

export async function startTestService(response: TestService['response']): Promise<TestService> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      void reply({ method, path: url, headers, body }, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const service: TestService = {
    url: `http://127.0.0.1:${String(port)}`,
    received: [],
    response,
    close: async () => {
      server.closeAllConnections();
      if (server.listening) {
        server.close();
        await once(server, 'close');
      }
    },
  };
  const reply = async (received: Received, response: ServerResponse): Promise<void> => {
    service.received.push(received);
    const reported = await service.response(received);
    if (reported === 'silence') return;
    const type = { 'content-type': 'application/json' };
    response.writeHead(reported.status ?? 200, { ...type, ...reported.headers });
    response.end(typeof reported.body === 'string' ? reported.body : JSON.stringify(reported.body));
  };
  return service;
}
