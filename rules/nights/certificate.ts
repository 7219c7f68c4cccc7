/** Certificate of a night: its figures, and the hash of the sales that they were made of. Amounts are in cents. */
import type { SaleSums } from '../reports/sales-totals.ts';

/** Sums that a certificate states; gross volume is sales + taxes + tips + refunds. */
const certifiedSums = [
  'salesCents',
  'taxCents',
  'tipCents',
  'refundCents',
  'feeCents',
  'servings',
] as const satisfies readonly (keyof SaleSums)[];
type CertifiedSums = Record<(typeof certifiedSums)[number], number>;

/** Kinds of changes after which a night is certified again. */
export const certificateReasons = ['late sale', 'correction', 'refund', 'rebuilt sums'] as const;
type CertificateReason = (typeof certificateReasons)[number];

export interface ReasonCount {
  reason: CertificateReason;
  count: number;
}

// Types rather than interfaces: only these are assignable to a canonical value.

type CertifiedReader = {
  /** Empty for sales without a card reader. */
  name: string;
  sales: number;
  /** Everything charged, refunded or not. */
  cents: number;
};

type CertifiedHour = {
  /** Start of an hour of UTC. */
  hour: string;
  lines: number;
  hash: string;
};

export type CertificateBody = {
  start: string;
  end: string;
  timezone: string;
  sales: number;
  lines: number;
  sums: CertifiedSums;
  readers: CertifiedReader[];
  /** Last number of the change log of each unit. */
  changes: { unit: number; number: number }[];
  hours: CertifiedHour[];
  /** SHA-256 of the lines in the order of their ids. */
  linesHash: string;
  /** One for each stored figure that differs from the sales; empty where all agree. */
  differences: string[];
  /** Since the version before. */
  reasons: { reason: CertificateReason; count: number }[];
  /** Hash of the version before. */
  replaces: string | null;
};

/** `5 late sales, 1 refund`; empty for the first version. */
export const reasonsText = (reasons: readonly ReasonCount[]): string =>
  reasons
    .map(({ reason, count }) => {
      if (reason === 'rebuilt sums') return 'sums rebuilt';
      return `${count.toLocaleString('en-US')} ${reason}${count === 1 ? '' : 's'}`;
    })
    .join(', ');

export const certificateMessages = {
  none: 'This night has no certificate yet',
  noVersion: 'The certificate of this night has no such version',
  changedLines: (hour: string) =>
    `The sales of the hour ${hour} changed without an entry in the change log.`,
  csvDiffers: (column: string) => `The ${column} of the CSV differs from the sums.`,
  sumDiffers: (sum: string) => `The ${sum} of the night differ from its sales.`,
  hash: 'The hash of the certificate is not that of its figures.',
  lines: 'The sales are not those that were certified.',
  previous: 'The certificate does not follow the one of the night before.',
} as const;
