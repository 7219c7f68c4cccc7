import { endpointQuery } from './endpoint-query.ts';

export const versionQuery = endpointQuery('getVersion', {});
