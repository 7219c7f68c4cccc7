/** CSRF protection of state-changing GETs: allows scripts of our own dashboard, and non-browser clients. */
import type { IncomingHttpHeaders } from 'node:http';
import { refundMessages } from '../../rules/refunds/refund-messages.ts';
import { HttpError } from '../shared/errors.ts';

/**
 * Throws 403 for cross-site and browser-initiated requests: images, links, frames, prefetches (Fetch Metadata).
 * Non-browser clients send none of these headers; they need the Authorization header like all clients.
 */
export function rejectCrossSite(headers: IncomingHttpHeaders): void {
  const text = (name: string): string => [headers[name] ?? ''].flat().join(',').toLowerCase();
  const isForeign = ['cross-site', 'same-site'].includes(text('sec-fetch-site'));
  const isScript = ['', 'empty'].includes(text('sec-fetch-dest'));
  const isAhead = /prefetch|prerender|preview/.test(
    ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'].map(text).join(),
  );
  if (isForeign || !isScript || isAhead)
    throw new HttpError(403, refundMessages.confirmInDashboard);
}
