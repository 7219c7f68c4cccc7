/** Length of a bar shift: a session that is not renewed ends after it. */
const sessionHours = 12;

const sessionMs = sessionHours * 3_600_000;

/** When a session ends that begins, or is renewed, at this time and is not renewed after it. */
export const sessionEnd = (issuedAt: Date): Date => new Date(issuedAt.getTime() + sessionMs);

/** When a session began, or was last renewed, that ends at this time. */
export const sessionStart = (end: Date): Date => new Date(end.getTime() - sessionMs);
