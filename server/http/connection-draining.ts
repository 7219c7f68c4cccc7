import type { FastifyInstance } from 'fastify';

const nothing = (): void => undefined;

/** Less than the shutdown timeout of one part of the server, and more than any request takes except a large upload. */
const patienceMs = 35_000;

/**
 * Connection draining: when the app closes, requests in flight complete, new connections are refused, and idle
 * connections are closed once nothing is in flight.
 */
export function finishUnderWay(app: FastifyInstance): void {
  let underWay = 0;
  let whenNone = nothing;
  app.server.on('request', (_request, response) => {
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
      if (underWay === 0) whenNone();
    });
  });
  app.addHook('preClose', async () => {
    app.server.close();
    if (underWay === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patienceMs);
      whenNone = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  });
}
