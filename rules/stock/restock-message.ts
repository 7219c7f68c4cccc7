/** Text of restock notices. */
import { type NamedUnit, unitInMessage } from '../units/unit-names.ts';

export interface RestockNotice {
  venueName: string;
  unit: NamedUnit;
  ingredientName: string;
  /** Remaining stock, in whole percent. */
  percent: number;
}

/** Subject of the email, and the text used for both email and text message. */
export function restockMessage({ venueName, unit, ingredientName, percent }: RestockNotice): {
  subject: string;
  text: string;
} {
  const isOut = percent <= 0;
  const state = isOut ? `${ingredientName} is out` : `${ingredientName} is at ${String(percent)}%`;
  return {
    subject: `${state} in ${unitInMessage(unit)}`,
    text: `${venueName}, ${unitInMessage(unit)}: ${state}. Restock it ${isOut ? 'now' : 'soon'}.`,
  };
}
