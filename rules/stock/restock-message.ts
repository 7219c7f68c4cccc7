/** How people are told that a unit runs short of something. */

export interface RestockNotice {
  venueName: string;
  unitNumber: number;
  ingredientName: string;
  /** What is left, in whole percent. */
  percent: number;
}

/** The subject of a mail, and the one sentence that a mail and a text message say. */
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
