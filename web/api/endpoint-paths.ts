/**
 * Method and path of each endpoint. The build keeps only these of the contract (endpoint-paths-plugin.ts), so that no schema reaches
 * the browser.
 */
import type { Method } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { EndpointName } from '../../contract/endpoints.ts';

export interface EndpointPath {
  readonly method: Method;
  readonly path: string;
}

export const endpointPaths: Readonly<Record<EndpointName, EndpointPath>> = endpoints;
