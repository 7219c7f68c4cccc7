export const fleetMessages = {
  useAfter: 'Use after with the value of next',
  badAfter: 'Use the value of next of the page before',
  /** Pages of a list are kept for a while. */
  tooOld: 'The list has changed since. Start at its first page again',
  unknownState: 'Use a known state',
  unknownSort: 'Use a known order',
  unknownCohorts: 'Use software, category or age',
} as const;
