import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { errorMessages } from '../../rules/messages.ts';
import { HttpError } from '../shared/errors.ts';

/** Mean delay of the event loop over a sample, beyond which new requests would wait for several seconds. */
const mostDelayMs = 1_000;
/** Longer than a single pause, such as that of loading the program, which is over when it is measured. */
const sampleMs = 3_000;

/** Rejects requests early while the process is overloaded, except health checks, which would take it out of service. */
export async function rejectUnderPressure(
  app: FastifyInstance,
  options: { mostDelayMs?: number; sampleMs?: number } = {},
): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: options.mostDelayMs ?? mostDelayMs,
    sampleInterval: options.sampleMs ?? sampleMs,
    pressureHandler: async ({ url }) => {
      if (['/healthz', '/readyz'].includes(url)) return;
      throw new HttpError(503, errorMessages.busy, { retryAfterSeconds: 5 });
    },
  });
}
