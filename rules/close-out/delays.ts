/** Times from the end of a night to its mail, in minutes. */

export const mostDelayMinutes = 720;
export const usualDelayMinutes = 60;

/** Shortest first. */
export const delayChoices: readonly number[] = [0, 30, 60, 120, 240, 480];
