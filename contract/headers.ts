/**
 * Header of the response to a person's change, which a client sends with later requests: they then show what it has
 * changed, also where they are served by a replica of the database. Its value has no other use.
 */
export const writtenHeader = 'x-written';
