/** Text of restock notices. */

export interface RestockNotice {
  venueName: string;
  unitNumber: number;
  ingredientName: string;
  /** Remaining stock, in whole percent. */
  percent: number;
}

/** Subject of the email, and the text used for both email and text message. */
export function restockMessage({ venueName, unitNumber, ingredientName, percent }: RestockNotice): {
  subject: string;
  text: string;
} {
  const isOut = percent <= 0;
  const state = isOut ? `${ingredientName} is out` : `${ingredientName} is at ${String(percent)}%`;
  return {
    subject: `${state} in unit ${String(unitNumber)}`,
    text: `${venueName}, unit ${String(unitNumber)}: ${state}. Restock it ${isOut ? 'now' : 'soon'}.`,
  };
}
