/** How a stored secret is shown: enough to tell which one it is, never enough to use it. */

const dots = '••••';

/** The part of a secret that may be shown: its last four characters, or nothing of a short one. */
export const hintOf = (secret: string): string => (secret.length >= 12 ? secret.slice(-4) : '…');

/** What is shown of a stored secret by its hint; empty where none is stored. */
export const masked = (hint: string): string => (hint === '' ? '' : dots + hint);

/** Whether a secret that came in is the mask, or empty: then the stored one is to stay. */
export const isMaskedOrEmpty = (text: string): boolean => text === '' || text.startsWith(dots);
