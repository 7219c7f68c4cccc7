/** Limits and messages of wall displays. */

/** Wall displays of a venue that are in use at once. */
export const mostWalls = 50;

/** Shown where a wall display is added, and on one that is refused. */
export const wallMessages = {
  unknown: 'This screen has no access any more. Add it again under Live, Screens',
  noLabel: 'Name the screen, such as Bar left',
  tooMany: `A venue has at most ${mostWalls} screens. Revoke one first`,
} as const;
