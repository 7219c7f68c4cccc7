import type { Endpoint } from '../../contract/endpoint.ts';
import { listOrders } from '../../contract/orders.ts';
import { acceptInvitation } from '../../contract/people.ts';

/**
 * True for a public endpoint whose response without an account is something else than an account asked for: the orders of
 * all venues instead of its own, or a request for the password that a session replaces.
 */
export const dependsOnAccount = (endpoint: Endpoint): boolean =>
  endpoint === listOrders || endpoint === acceptInvitation;
