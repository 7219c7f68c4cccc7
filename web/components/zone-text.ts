/** `America/New York`: the names have no spaces. */
export const zoneText = (timezone: string): string => timezone.replaceAll('_', ' ');
