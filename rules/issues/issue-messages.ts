/** Issues in words. */
import { formatMoney } from '../../lib/money.ts';
import { type CaseCause, causeText } from '../cases/case-messages.ts';

export const issueMessages = {
  useAfter: 'Use after with the value of next',
  badAfter: 'Use the value of next of the page before',
  unknownKind: 'Use a known kind of issue',
  unknownState: 'Use open or resolved',
} as const;

const pours = (count: number): string =>
  count === 1 ? '1 failed pour' : `${count.toLocaleString('en-US')} failed pours`;

/** `2 failed pours: Position 3, Campari, blocked`. */
export const failedPoursText = (cause: CaseCause, glasses: number): string =>
  `${pours(glasses)}: ${causeText(cause)}`;

/** How a refused sale was settled. */
export const refusedSaleEnds = { taken: 'Booked', dismissed: 'Dismissed' } as const;

/** `Refused sale: This is not the price on the menu`. */
export const refusedSaleText = (reason: string): string => `Refused sale: ${reason}`;

/**
 * Issues of a venue in one line: `Gin is out, and 2 more`.
 * @param first text of the most urgent one; null where it is not known
 */
export function issueText(all: number, first: string | null): string {
  if (first === null) return all === 1 ? '1 issue' : `${all} issues`;
  return all === 1 ? first : `${first}, and ${all - 1} more`;
}

interface NewIssue {
  readonly text: string;
  /** Of failed pours; null for all other issues. */
  readonly glasses: number | null;
  readonly unitNumber: number | null;
  /** True for a group of failed pours that was known, and has more of them now. */
  readonly hasGrown?: boolean;
  /** Undefined where amounts are hidden. */
  readonly amount?: number | null | undefined;
}

/**
 * `New issue: 2 failed pours at unit 1002, $14.00`, or `Now 3 failed pours at unit 1002, $21.00`; of several their number:
 * `3 new issues`.
 */
export function newIssuesText(issues: readonly NewIssue[]): string {
  const [first, ...others] = issues;
  if (!first) return '';
  if (others.length > 0) {
    return issues.some(({ hasGrown }) => hasGrown)
      ? `${issues.length} issues are new or have grown`
      : `${issues.length} new issues`;
  }
  const { text, glasses, unitNumber, amount, hasGrown } = first;
  const what = glasses === null ? text : pours(glasses);
  const where = unitNumber === null ? '' : ` at unit ${unitNumber}`;
  return `${hasGrown ? 'Now' : 'New issue:'} ${what}${where}${amount ? `, ${formatMoney(amount)}` : ''}`;
}
