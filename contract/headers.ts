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
 * Header with the id of the owner for whom one of several owners' staff makes a request, and, after a space, the
 * `version` of the membership that the client knows. A request with it is refused (403, `owner_ended`) unless the account
 * is an active member, and (403, `owner_changed`) where its role, venues or permissions are no longer those; without it,
 * a session reaches the owner that it was begun for.
 */
export const ownerHeader = 'x-owner';

/**
 * Header of a preview, which those who manage people send: the response is what a member of this role would get
 * (`bartender`, or `bartender <id of the only venue>`), and changes are refused (403).
 */
export const previewHeader = 'x-preview';
