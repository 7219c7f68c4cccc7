/** Tickets of the support: a case of a unit with notes. */

/** waiting: for somebody else, such as the owner or a delivery. */
export const ticketStates = ['open', 'waiting', 'closed'] as const;
export type TicketState = (typeof ticketStates)[number];

export const ticketStateLabels: Readonly<Record<TicketState, string>> = {
  open: 'Open',
  waiting: 'Waiting',
  closed: 'Closed',
};

/** active: open or waiting. */
export const ticketFilters = ['active', ...ticketStates] as const;
export type TicketFilter = (typeof ticketFilters)[number];

/** Notes of a ticket. */
export const mostNotes = 200;
/** Characters. */
export const longestNote = 2000;
export const longestSubject = 120;
/** Tickets on the page of a unit, newest first. */
export const mostTicketsOfUnit = 20;

/** Days of contact and refused sales on the page of a unit. */
export const daysOfUnit = 30;

export const ticketMessages = {
  unknownState: 'Use open, waiting or closed',
  unknownFilter: 'Use active, open, waiting or closed',
  useBefore: 'Use before with the value of next',
  noSuchTicketBefore: 'There is no such ticket',
  noSuperAdmin: 'Choose a super administrator',
  noSubject: 'Enter a subject',
  noNote: 'Enter a note',
  tooManyNotes: `A ticket has at most ${mostNotes} notes. Open another one`,
} as const;
