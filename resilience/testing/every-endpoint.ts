/** One of every call of the API, whatever becomes of it. */
import { randomUUID } from 'node:crypto';
import type { Call } from '../../contract/call.ts';
import { calls } from '../../contract/calls.ts';
import { type Answered, send } from './responses.ts';
import type { RunningProduct } from './running-product.ts';
import type { Till } from './test-client.ts';

export interface CallAnswered extends Answered {
  name: string;
}

/** All at once, as somebody with a token asks; bodies are empty, so that nothing is changed where one is let in. */
export function askEveryCall(product: RunningProduct, till: Till): Promise<CallAnswered[]> {
  return Promise.all(
    Object.entries<Call>(calls).map(async ([name, { method, path, access, guarded }]) => {
      const address = path.replaceAll(/\{\w+\}/g, () => randomUUID());
      const answer = await send(product, address, {
        method,
        token: access === 'unit' ? till.key : till.token,
        ...(method === 'GET' || method === 'DELETE' || guarded ? {} : { body: {} }),
      });
      return { name, ...answer };
    }),
  );
}
