/**
 * Header of the response to a person's change, which a client sends with later requests: they then show what it has
 * changed, also where they are served by a replica of the database. Its value has no other use.
 */
export const writtenHeader = 'x-written';

/**
 * Header with the id of the owner whom a super admin acts for. A request with it is refused (403, `acting_ended`) unless
 * the session acts for that owner; without it, super admins use the API as such.
 */
export const actingHeader = 'x-acting-for';

/**
 * Header of a preview, which those who manage people send: the response is what a member of this role would get
 * (`bartender`, or `bartender <id of the only venue>`), and changes are refused (403).
 */
export const previewHeader = 'x-preview';
