/** Debounce before a field is saved. */
export const venueDelayMs = 250;
export const unitDelayMs = 750;
