/** Who may make a GET that changes something: a script of our own dashboard, and programs that are no browser. */
import type { IncomingHttpHeaders } from 'node:http';
import { refundMessages } from '../../rules/messages.ts';
import { HttpError } from '../shared/errors.ts';

/**
 * Throws 403 for what a browser asks for by itself or for another site: an image, a link, a frame, a prefetch. Programs that
 * are no browser send none of these headers; they need the Authorization header like everybody.
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
