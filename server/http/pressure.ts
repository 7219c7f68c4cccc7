import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { errorMessages } from '../../rules/messages.ts';
import { HttpError } from '../shared/errors.ts';

/** Mean delay of the event loop over a second, beyond which new requests would wait for several. */
const mostDelayMs = 1_000;

/** Rejects requests early while the process is overloaded, except health checks, which would take it out of service. */
export async function rejectUnderPressure(
  app: FastifyInstance,
  options: { mostDelayMs?: number; sampleMs?: number } = {},
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: options.mostDelayMs ?? mostDelayMs,
    sampleInterval: options.sampleMs ?? 1_000,
    pressureHandler: async ({ url }) => {
      if (['/healthz', '/readyz'].includes(url)) return;
      throw new HttpError(503, errorMessages.busy, { retryAfterSeconds: 5 });
    },
  });
}
