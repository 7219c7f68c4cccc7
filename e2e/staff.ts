/** Staff of a bar, invited and joined through the API. */
import { password } from './accounts.ts';
import { type ApiClient, apiClient, sendRequest, signIn } from './api-client.ts';
import { type Bar, emailFor, uniqueName } from './bar.ts';

export interface Staff extends ApiClient {
  readonly name: string;
  readonly email: string;
}

interface Invited {
  readonly link: string;
}

/** Link of an invitation to an address. */
export async function inviteTo(bar: Bar, email: string, role: string): Promise<string> {
  const { link } = await bar.request<Invited>('POST', '/api/people', { email, role });
  return link;
}

/** Adds somebody to the staff of a bar, signed in. */
export async function addStaff(bar: Bar, role: string): Promise<Staff> {
  const name = uniqueName('Kim');
  const email = emailFor(name);
  const token = (await inviteTo(bar, email, role)).replace('/accept#', '');
  await sendRequest(null, 'POST', '/api/invitations/accept', { token, email, name, password });
  return { ...apiClient(await signIn(email)), name, email };
}

/** Makes them staff of another bar too. */
export async function joinBar(staff: Staff, bar: Bar, role: string): Promise<void> {
  const token = (await inviteTo(bar, staff.email, role)).replace('/accept#', '');
  await staff.request('POST', '/api/invitations/accept', { token, email: staff.email });
}
