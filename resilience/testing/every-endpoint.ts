/** Sends one request to every endpoint of the API, whatever the result. */
import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { type Responded, send } from './responses.ts';
import type { RunningProduct } from './running-product.ts';
import type { TestClient } from './test-client.ts';

export interface ResponseReceived extends Responded {
  name: string;
}

/** Sends all requests at once with a token; bodies are empty, so that an admitted request changes nothing. */
export function requestEveryEndpoint(
  product: RunningProduct,
  client: TestClient,
): Promise<ResponseReceived[]> {
  return Promise.all(
    Object.entries<Endpoint>(endpoints).map(async ([name, { method, path, access, guarded }]) => {
      const address = path.replaceAll(/\{\w+\}/g, () => randomUUID());
      const response = await send(product, address, {
        method,
        token: access === 'unit' ? client.key : client.token,
        ...(method === 'GET' || method === 'DELETE' || guarded ? {} : { body: {} }),
      });
      return { name, ...response };
    }),
  );
}
