/** Refunds. */
import { formatCents } from '../../lib/money.ts';
import type { RefundParts } from './refund.ts';

/** `$9.50, tax $0.84, tip $1.43`; without the parts that are zero. */
function partsText({ priceCents, taxCents, tipCents }: RefundParts): string {
  return [
    ...(priceCents ? [formatCents(priceCents)] : []),
    ...(taxCents ? [`tax ${formatCents(taxCents)}`] : []),
    ...(tipCents ? [`tip ${formatCents(tipCents)}`] : []),
  ].join(', ');
}

/** Messages of refunds. */
export const refundMessages = {
  refunded: 'Transaction refunded',
  inCash: 'Refunded in cash',
  withoutCard: 'Refunded, but not to the card',
  markedAsRefunded: (amount: string) => `Marked as refunded. Give ${amount} back in cash`,
  /** The alert of a refund, and what has gone back. */
  drinkRefunded: (name: string, amount: string) =>
    `Transaction refunded. ${name}: ${amount} to the card`,
  /** `Refund $11.77? $9.50, tax $0.84, tip $1.43`; the amount alone where it has one part. */
  question: (parts: RefundParts) => {
    const amount = `Refund ${formatCents(parts.amountCents)}?`;
    return parts.amountCents === parts.priceCents ? amount : `${amount} ${partsText(parts)}`;
  },
  goesTo: { card: 'To the card', cash: 'In cash', unknown: 'Card provider not known' },
  /** Of the limit of a manager. */
  left: (amount: string) => `${amount} left today`,
  /** Takes the question of a refund back. */
  keep: 'Keep',
  send: (amountCents: number) => `Refund ${formatCents(amountCents)}`,
  /** While it can be undone, and while the response is awaited. */
  sending: (amountCents: number) => `Refunding ${formatCents(amountCents)}`,
  glassesRefunded: (refunded: number, of: number) => `${refunded} of ${of} glasses refunded`,
  inProgress: 'Refund in progress',
  requestFailed: 'Transaction refund request failed',
  lastFailed: 'The last attempt failed',
  noReasons: 'No reasons',
  noDiagnosis: {
    diagnosePouringFailure: 'Error in getPouringFailureReason',
    diagnoseComplimentary: 'Error in getComplimentaryReason',
  },
  confirmInDashboard: 'Confirm in the dashboard',
  nameDrinks: 'Specify the drinks to refund by their position in the order, counted from 0',
  noSuchDrink: 'The order has no such drink',
  alreadyRefunded: 'This drink is already refunded',
  underWay: 'This refund is in progress',
  tooManyGlasses: 'Fewer glasses of this drink are still paid for',
  glassesOfOne: 'Refund glasses of one drink at a time',
  nothingToRefund: 'Nothing to refund',
  needsNetwork: 'Refunds need the network',
  noResponse: 'The card provider did not respond; the refund is being checked',
  accepted: 'The card provider has accepted the refund and is processing it',
  stillWorking: 'The refund takes longer than usual and is still being processed',
  notRefunded: (name: string, reason: string) => `${name} was not refunded: ${reason}`,
  someRefunded: (refunded: number, of: number, rest: string) =>
    `${refunded} of ${of} drinks refunded. ${rest}`,
  notSigned: 'The signature is not valid',
  declined: 'The card provider declined the refund',
  keyRefused:
    'The card provider refuses the key of this venue. Ask a super admin to enter it again',
  keyLost: "The key of this venue can't be decrypted. Ask a super admin to enter it again",
  notReached: 'The card provider did not respond, so nothing was refunded. Try again later',
  noCredentials: (provider: string) =>
    `This was paid through ${provider}, and the venue has no keys for it. Ask a super admin to enter them`,
  unknownProvider:
    'It is not known which card provider took this payment. Ask a super admin to look it up',
  neverSent: 'This refund was never sent to the card provider. Request it again',
  noDemo: 'This was paid in the demo, so no card provider can refund it',
  notOfProvider: 'This payment is not one of the card provider of this venue',
  needsToken:
    'The day of this payment is closed, and the unit did not report the token of the card',
  markedAmount:
    'The bank of the card declined the refund (amounts that end in 13 cents are declined)',
} as const;
