/** Issues in words. */
import { type CaseCause, causeText } from '../cases/case-messages.ts';

export const issueMessages = {
  useAfter: 'Use after with the value of next',
  badAfter: 'Use the value of next of the page before',
  unknownKind: 'Use a known kind of issue',
} as const;

const pours = (count: number): string =>
  count === 1 ? '1 failed pour' : `${count.toLocaleString('en-US')} failed pours`;

/** `2 failed pours: Position 3, Campari, blocked`. */
export const failedPoursText = (cause: CaseCause, glasses: number): string =>
  `${pours(glasses)}: ${causeText(cause)}`;

/** `Refused sale: This is not the price on the menu`. */
export const refusedSaleText = (reason: string): string => `Refused sale: ${reason}`;
