import type { FastifyInstance } from 'fastify';

const nothing = (): void => undefined;

/** Less than a shutdown waits for one part of the server, and more than any request takes but a large upload. */
const patienceMs = 35_000;

/**
 * Lets requests that are under way come to their end when the app closes: nobody new is let in, and idle connections are
 * cut once nothing is under way any more.
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
