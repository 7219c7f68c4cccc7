/** Life of a case: open, refunding while a refund of its drink is in progress, resolved. */

export const resolutions = ['refunded', 'remade', 'meter', 'kept', 'declined'] as const;

/**
 * Outcome of a case: the money went back; the drink was poured again or made by hand; it was served and the unit measured
 * wrongly; the money was not asked for; the claim was declined.
 */
export type Resolution = (typeof resolutions)[number];

export type CaseState =
  | { readonly state: 'open' | 'refunding'; readonly resolution: null }
  | { readonly state: 'resolved'; readonly resolution: Resolution };

/**
 * State of a case after its drink changed. A refund that succeeded resolves it, whatever it was before; one that failed
 * or was returned opens it again; a request leaves a resolved one as it is until the outcome is known.
 */
export function caseAfter(now: CaseState, drink: 'paid' | 'requested' | 'refunded'): CaseState {
  if (drink === 'refunded') return { state: 'resolved', resolution: 'refunded' };
  const isRefundOver = now.state === 'refunding' || now.resolution === 'refunded';
  if (drink === 'requested')
    return now.state === 'resolved' && !isRefundOver
      ? now
      : { state: 'refunding', resolution: null };
  return isRefundOver ? { state: 'open', resolution: null } : now;
}
