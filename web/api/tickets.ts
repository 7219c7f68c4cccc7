/** Tickets of the support, and the page of a unit with them. */
import { queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { changeCached, endpointQuery, invalidate, pageBefore } from './endpoint-query.ts';

export type FleetUnitPage = EndpointResponse<'getFleetUnit'>;
export type Ticket = FleetUnitPage['tickets'][number];
export type ListedTicket = EndpointResponse<'listSupportTickets'>['tickets'][number];
export type Assignee = FleetUnitPage['assignees'][number];

type NewTicket = EndpointInput<'createSupportTicket'>['body'];
type TicketChanges = EndpointInput<'updateSupportTicket'>['body'];
type NewNote = EndpointInput<'addSupportNote'>['body'];

/** Contact and figures are of the minute. */
const pollMs = 60_000;

/** @param ticket that is to be among the tickets; the newest without one */
export const fleetUnitQuery = (unitNumber: string, ticket: string | undefined) =>
  queryOptions({
    ...endpointQuery('getFleetUnit', { params: { unitNumber }, query: { ticket } }),
    placeholderData: pageBefore('getFleetUnit', { params: { unitNumber } }),
    refetchInterval: pollMs,
  });

export const ticketsQuery = (query: NonNullable<EndpointInput<'listSupportTickets'>['query']>) =>
  queryOptions({
    ...endpointQuery('listSupportTickets', { query }),
    placeholderData: pageBefore('listSupportTickets', {}),
  });

/** Shows the ticket as it is now, wherever it is shown. */
async function show(ticket: Ticket): Promise<void> {
  changeCached('getFleetUnit', {}, (page) =>
    page.unitId === ticket.unit.id
      ? {
          ...page,
          tickets: page.tickets.some(({ id }) => id === ticket.id)
            ? page.tickets.map((other) => (other.id === ticket.id ? ticket : other))
            : page.newestTickets
              ? [ticket, ...page.tickets]
              : page.tickets,
        }
      : page,
  );
  await Promise.all([invalidate('listSupportTickets'), invalidate('listFleet')]);
}

export async function createSupportTicket(body: NewTicket): Promise<Ticket> {
  const ticket = await api.createSupportTicket({ body });
  await show(ticket);
  return ticket;
}

export const updateSupportTicket = async (ticketId: string, body: TicketChanges): Promise<void> =>
  show(await api.updateSupportTicket({ params: { ticketId }, body }));

export const addSupportNote = async (ticketId: string, body: NewNote): Promise<void> =>
  show(await api.addSupportNote({ params: { ticketId }, body }));
