/**
 * Where each call lives. The build keeps only the methods and paths of it (addresses-plugin.ts), so that no schema reaches
 * the browser.
 */
import type { Method } from '../../contract/call.ts';
import { calls } from '../../contract/calls.ts';
import type { CallName } from '../../contract/calls.ts';

export interface Address {
  readonly method: Method;
  readonly path: string;
}

export const addresses: Readonly<Record<CallName, Address>> = calls;
