/** Masks stored secrets: enough to identify one, never enough to use it. */

const dots = '••••';

/** Part of a secret that may be shown: its last four characters, or nothing for a short one. */
export const hintOf = (secret: string): string => (secret.length >= 12 ? secret.slice(-4) : '…');

/** Masked form of a stored secret by its hint; empty when none is stored. */
export const masked = (hint: string): string => (hint === '' ? '' : dots + hint);

/** True when a submitted secret is the mask or empty, so the stored one stays unchanged. */
export const isMaskedOrEmpty = (text: string): boolean => text === '' || text.startsWith(dots);
