import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { type EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate } from './endpoint-query.ts';

export type People = EndpointResponse<'listPeople'>;
export type Person = People['people'][number];
export type RoleSettings = People['settings'];

/** @param ownerId the owner a super admin acts for; null for the account's own */
export const acting = (ownerId: string | null) => (ownerId === null ? {} : { ownerId });

export const peopleQuery = (ownerId: string | null) =>
  endpointQuery('listPeople', { query: acting(ownerId) });

/** Reads the list again, after a change. */
export const peopleChanged = () => invalidate('listPeople');

export const invitePersonMutation = (ownerId: string | null) =>
  mutationOptions({
    mutationFn: (body: EndpointInput<'invitePerson'>['body']) =>
      api.invitePerson({ query: acting(ownerId), body }),
  });

export async function updatePerson(
  ownerId: string | null,
  id: string,
  body: EndpointInput<'updatePerson'>['body'],
): Promise<void> {
  await api.updatePerson({ params: { id }, query: acting(ownerId), body });
  await peopleChanged();
}

export async function removePerson(ownerId: string | null, id: string): Promise<void> {
  await api.removePerson({ params: { id }, query: acting(ownerId) });
  await peopleChanged();
}

export async function updateRoleSettings(
  ownerId: string | null,
  body: EndpointInput<'updateRoleSettings'>['body'],
): Promise<void> {
  await api.updateRoleSettings({ query: acting(ownerId), body });
  await peopleChanged();
}

/** The invitation of a link, by its token. */
export const invitationQuery = (token: string) =>
  queryOptions({ ...endpointQuery('getInvitation', { body: { token } }), staleTime: Infinity });

export const acceptInvitationMutation = mutationOptions({
  mutationFn: (body: EndpointInput<'acceptInvitation'>['body']) => api.acceptInvitation({ body }),
});
