/** Local fake service for tests with configurable responses, which records its requests. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

export interface Asked {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** 'silence' accepts the request and never responds; a text is sent as it is, anything else as JSON. */
export type TestAnswer =
  | 'silence'
  | { status?: number; headers?: Record<string, string>; body: unknown };

export interface TestService {
  url: string;
  asked: Asked[];
  /** Response to all further requests. */
  answer: (asked: Asked) => TestAnswer | Promise<TestAnswer>;
  close(): Promise<void>;
}

export async function startTestService(answer: TestService['answer']): Promise<TestService> {
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
    asked: [],
    answer,
    close: async () => {
      server.closeAllConnections();
      if (server.listening) {
        server.close();
        await once(server, 'close');
      }
    },
  };
  const reply = async (asked: Asked, response: ServerResponse): Promise<void> => {
    service.asked.push(asked);
    const said = await service.answer(asked);
    if (said === 'silence') return;
    const type = { 'content-type': 'application/json' };
    response.writeHead(said.status ?? 200, { ...type, ...said.headers });
    response.end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body));
  };
  return service;
}
