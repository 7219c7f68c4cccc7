/**
 * Inputs and results of all calls. The package has a file in place of this one, written from the same descriptions, which
 * needs neither the contract nor zod (tools/client).
 */
import type { EndpointName, EndpointResponse } from '../contract/endpoints.ts';
import type { RequestInput } from '../web/api/endpoint-input.ts';

export type Calls = {
  readonly [Name in EndpointName]: {
    input: RequestInput<Name>;
    output: EndpointResponse<Name>;
  };
};
