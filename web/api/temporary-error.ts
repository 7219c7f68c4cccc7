import type { ApiError } from './api-error.ts';
import { isMembershipRefused } from './client.ts';

/** No response, an overload, the end of the session or of a membership: it may succeed later. */
export const isTemporary = (error: ApiError): boolean =>
  error.status === 0 ||
  error.status >= 500 ||
  isMembershipRefused(error) ||
  [401, 408, 425, 429].includes(error.status);
