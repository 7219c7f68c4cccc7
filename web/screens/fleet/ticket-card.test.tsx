import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Ticket } from '../../api/tickets.ts';
import { asOwner, openScreen } from '../../testing/screen.tsx';
import { ConfirmHost } from '../../ui/confirm.tsx';
import { TicketCard } from './ticket-card.tsx';

asOwner();

const at = '2026-11-28T15:00:00Z';
const ticket: Ticket = {
  id: 't1',
  subject: 'Pours fail',
  state: 'open',
  assignee: null,
  openedAt: at,
  openedBy: 'Robin',
  changedAt: at,
  notes: [],
  unit: { id: 'u1', number: 1001, name: null },
  venue: { id: 'v1', name: 'Rooftop Bar' },
  owner: { id: 'o1', name: 'Maya' },
};
const note = { id: 'n1', at, person: 'Kim', note: 'Called the venue', shared: false };
let change: (ticket: Ticket) => void;

function Shown() {
  const [shown, setShown] = useState(ticket);
  useEffect(() => {
    change = setShown;
  }, []);
  return (
    <>
      <TicketCard ticket={shown} assignees={[]} nowMs={Date.parse(at)} />
      <ConfirmHost />
    </>
  );
}
const open = async () => {
  openScreen('/fleet/1001', {
    path: '/fleet/1001',
    match: 'exact',
    who: 'signedIn',
    screen: () => Promise.resolve({ default: Shown }),
  });
  await screen.findByLabelText('Add a note');
};

const sent = vi.fn<(method: string, body: unknown) => void>();
const answers: (() => Promise<Response>)[] = [];
const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
const field = () => screen.getByLabelText('Add a note');

beforeEach(() =>
  vi.stubGlobal('fetch', (_: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'GET') return Promise.resolve(Response.json({}));
    sent(method, JSON.parse(body ?? 'null'));
    return (answers.shift() ?? (() => Promise.resolve(Response.json(ticket))))();
  }),
);
afterEach(() => {
  vi.unstubAllGlobals();
  sent.mockReset();
});

test('a note that is being typed stays when somebody else adds one', async () => {
  await open();
  await user.type(field(), 'Replaced the pump');
  act(() => change({ ...ticket, notes: [note] }));
  expect(screen.getByText('Called the venue')).toBeVisible();
  expect(field()).toHaveValue('Replaced the pump');
});

test('closing a ticket asks before a typed note is lost', async () => {
  await open();
  await user.type(field(), 'Replaced the pump');
  await user.selectOptions(screen.getByLabelText('State'), 'closed');
  await user.click(await screen.findByText('Keep editing'));
  expect(sent).not.toHaveBeenCalled();
  expect(field()).toHaveValue('Replaced the pump');
  await user.selectOptions(screen.getByLabelText('State'), 'closed');
  await user.click(await screen.findByText('Discard'));
  expect(sent).toHaveBeenCalledExactlyOnceWith('PATCH', { state: 'closed' });
});

test('a note whose response was lost is sent again as it was, and then the field is empty', async () => {
  answers.push(() => Promise.reject(new TypeError('cut')));
  await open();
  await user.type(field(), 'Replaced the pump');
  await user.click(screen.getByText('Add note'));
  expect(await screen.findByText(/It may be recorded already/)).toBeVisible();
  expect(field().closest('[inert]')).not.toBeNull();
  await user.click(screen.getByText('Add note'));
  await vi.waitFor(() => expect(field()).toHaveValue(''));
  const [[, first], [, second]] = sent.mock.calls as [[string, object], [string, object]];
  expect(first).toMatchObject({ note: 'Replaced the pump' });
  expect(second).toEqual(first);
});
