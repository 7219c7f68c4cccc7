/** Tickets of the support, through HTTP. */
import { beforeEach, describe, expect, test } from 'vitest';
import { addPerson } from '../testing/accounts.ts';
import { addOwner, addSuperAdmin } from '../testing/app.ts';
import { app, owner, unit, withApp } from '../testing/with-app.ts';

withApp({ owner: { each: 'Support' }, unit: 'each' });

const path = '/api/admins/tickets';
let admin: string;
let adminId: string;
beforeEach(async () => {
  admin = await addSuperAdmin(app);
  ({
    assignees: [{ id: adminId }],
  } = (await send('GET', path)).body);
});

const send = (method: string, url: string, body?: object, token = admin) =>
  app.send(method, url, { token, body });
let keys = 0;
const open = async (more: object = {}) => {
  const ticket = { key: `k${(keys += 1)}`, unit: String(unit.unitNumber), subject: 'Pours fail' };
  const opened = await send('POST', path, { ...ticket, ...more });
  expect(opened.status, opened.text).toBe(201);
  return opened.body;
};
const change = (id: string, body: object) => send('PATCH', `${path}/${id}`, body);
const addNote = (id: string, note: string, more: object = {}) =>
  send('POST', `${path}/${id}/notes`, { key: `k${(keys += 1)}`, note, ...more });
const listed = async (query: Record<string, string> = {}) => {
  const ofUnit = { unit: unit.id, ...query };
  return (await send('GET', `${path}?${new URLSearchParams(ofUnit).toString()}`)).body;
};
const subjects = async (query: Record<string, string> = {}): Promise<string[]> =>
  (await listed(query)).tickets.map(({ subject }: { subject: string }) => subject);
const auditOf = async (query = '', token = admin) =>
  (await send('GET', `/api/audit?search=${unit.unitNumber}${query}`, undefined, token)).body
    .entries as { action: string; target: string; onBehalfOf: string | null; newValue: unknown }[];

describe('a ticket', () => {
  test('is opened on a unit with its first note, and listed with its unit, venue and owner', async () => {
    const opened = await open({ assigneeId: adminId, note: 'Called the bar', shared: false });
    expect(opened).toMatchObject({
      subject: 'Pours fail',
      state: 'open',
      assignee: { id: adminId },
      unit: { id: unit.id, number: unit.unitNumber },
      venue: { id: owner.venueId },
      owner: { id: owner.userId },
      notes: [{ note: 'Called the bar', shared: false }],
    });
    const { notes: _, ...ticket } = opened;
    expect(await listed()).toMatchObject({
      tickets: [{ ...ticket, notes: 1 }],
      next: null,
      assignees: [{ id: adminId }],
    });
  });

  test('that is sent again with its key is opened once, as is its note', async () => {
    const key = `again ${unit.id}`;
    const [first, again] = await Promise.all([open({ key }), open({ key })]);
    expect(again.id).toBe(first.id);
    for (const note of ['one', 'one']) await addNote(first.id, note, { key: 'same' });
    expect((await listed()).tickets).toMatchObject([{ id: first.id, notes: 1 }]);
  });

  test('changes its subject, state and assignee, and is changed at that time', async () => {
    const { id, changedAt } = await open();
    expect((await change(id, { state: 'waiting', assigneeId: adminId })).body).toMatchObject({
      state: 'waiting',
      assignee: { id: adminId },
      subject: 'Pours fail',
    });
    const { body } = await change(id, { subject: 'Pump fails', assigneeId: null });
    expect(body).toMatchObject({ state: 'waiting', assignee: null, subject: 'Pump fails' });
    expect(Date.parse(body.changedAt)).toBeGreaterThanOrEqual(Date.parse(changedAt));
  });

  test('is found by state, assignee and unit, newest first, a page at a time', async () => {
    const [mine] = [await open({ subject: 'Mine', assigneeId: adminId })];
    await open({ subject: 'Closed' }).then(({ id }) => change(id, { state: 'closed' }));
    await open({ subject: 'Waiting' }).then(({ id }) => change(id, { state: 'waiting' }));
    expect(await subjects()).toEqual(['Waiting', 'Closed', 'Mine']);
    expect(await subjects({ state: 'active' })).toEqual(['Waiting', 'Mine']);
    expect(await subjects({ state: 'closed' })).toEqual(['Closed']);
    expect(await subjects({ assignee: adminId })).toEqual(['Mine']);
    expect(await subjects({ assignee: 'none' })).toEqual(['Waiting', 'Closed']);
    const first = await listed({ 'pagination[size]': '2' });
    expect(first.tickets).toHaveLength(2);
    const last = await listed({ 'pagination[size]': '2', before: first.next });
    expect(last).toMatchObject({ tickets: [{ id: mine.id }], next: null });
    const stray = await send('GET', `${path}?before=nothing`);
    expect([stray.status, stray.body]).toEqual([400, { before: 'There is no such ticket' }]);
  });

  test('of a unit with many is on a page of its own, also when it is named', async () => {
    const ids: string[] = [];
    for (let nth = 0; nth < 43; nth += 1) ids.unshift((await open({ subject: `No ${nth}` })).id);
    const page = async (ticket?: string) => {
      const { body } = await send(
        'GET',
        `/api/admins/fleet/${unit.unitNumber}${ticket === undefined ? '' : `?ticket=${ticket}`}`,
      );
      return {
        ids: body.tickets.map(({ id }: { id: string }) => id),
        isNewest: body.newestTickets,
        next: body.nextTicket,
      };
    };
    const newest = { ids: ids.slice(0, 20), isNewest: true, next: ids[20] };
    expect(await page()).toEqual(newest);
    expect(await page(ids[19])).toEqual(newest);
    expect(await page(ids[20])).toEqual({
      ids: ids.slice(20, 40),
      isNewest: false,
      next: ids[40],
    });
    expect(await page(ids[40])).toEqual({ ids: ids.slice(40), isNewest: false, next: null });
    const stray = await send('GET', `/api/admins/fleet/${unit.unitNumber}?ticket=${owner.userId}`);
    expect(stray.status).toBe(404);
  });

  test('is only for a unit that there is, and for a super administrator', async () => {
    const body = { key: 'x', unit: '999999999', subject: 'x' };
    expect((await send('POST', path, body)).status).toBe(404);
    const wrong = { ...body, unit: unit.id, assigneeId: owner.userId };
    const choose = { assigneeId: 'Choose a super administrator' };
    expect((await send('POST', path, wrong)).body).toEqual(choose);
    const { id } = await open();
    expect((await change(id, { assigneeId: owner.userId })).body).toEqual(choose);
    expect((await addNote(id, ' \n')).body).toEqual({ note: 'Enter a note' });
    expect((await change(owner.userId, { state: 'closed' })).status).toBe(404);
    expect((await addNote('nothing', 'Lost')).status).toBe(404);
  });

  test('has at most 200 notes', async () => {
    const { id } = await open();
    const of = { ticket_id: id, venue_id: owner.venueId, unit_id: unit.id, at: app.deps.now() };
    const rows = Array.from({ length: 200 }, (_, nth) => ({
      ...of,
      id: crypto.randomUUID(),
      key: `old ${nth}`,
      person: 'Lee',
      note: 'Old',
      shared: false,
    }));
    await app.db.insertInto('support_notes').values(rows).execute();
    expect((await addNote(id, 'One more')).status).toBe(409);
  });

  test('is in the activity log of all owners with what was and is, and an equal change adds nothing', async () => {
    const { id } = await open({ note: 'Called' });
    for (let times = 0; times < 2; times += 1) await change(id, { state: 'closed' });
    await addNote(id, 'Done');
    const entries = await auditOf();
    const target = `ticket of unit ${unit.unitNumber}`;
    const ofTicket = entries.filter(({ action }) => action.startsWith('support_'));
    expect(ofTicket.map(({ action }) => action).sort()).toEqual([
      'support_note.added',
      'support_note.added',
      'support_ticket.created',
      'support_ticket.updated',
    ]);
    for (const entry of ofTicket) expect(entry).toMatchObject({ target, onBehalfOf: null });
    expect(ofTicket.find(({ action }) => action === 'support_ticket.updated')).toMatchObject({
      oldValue: { state: 'open' },
      newValue: { state: 'closed', subject: 'Pours fail', assignee: null },
    });
    // What a note says is with the ticket only.
    expect(JSON.stringify(ofTicket)).not.toContain('Called');
  });
});

describe('what the venue sees of a ticket', () => {
  const events = async (token = owner.token) => {
    const url = `/api/units/${unit.unitNumber}/history`;
    return (await send('GET', url, undefined, token)).body.events as {
      kind: string;
      text: string;
    }[];
  };

  test('is only its shared notes, in the history of the unit and without the ticket', async () => {
    const { id } = await open({ subject: 'Owner owes money', note: 'Do not tell' });
    expect(await events()).toEqual([]);
    await addNote(id, 'Still secret');
    await addNote(id, 'A technician comes on Monday', { shared: true });
    const seen = [{ kind: 'supportNote', text: 'Note from support: A technician comes on Monday' }];
    const bartender = await addPerson(app, owner, 'bartender');
    for (const token of [owner.token, bartender.token, admin])
      expect(await events(token)).toMatchObject(seen);
    expect(JSON.stringify(await events())).not.toContain('secret');
    const log = await auditOf('', owner.token);
    const target = `unit ${unit.unitNumber}`;
    expect(log.filter(({ action }) => action.startsWith('support_'))).toMatchObject([
      { action: 'support_note.shared', target, onBehalfOf: owner.userId, newValue: null },
    ]);
    for (const hidden of ['owes', 'Do not tell', 'secret', id])
      expect(JSON.stringify(log)).not.toContain(hidden);
  });

  test('is nothing to other owners', async () => {
    await open({ note: 'A technician comes on Monday', shared: true });
    const other = await addOwner(app, `Not ${unit.id}`);
    const url = `/api/units/${unit.unitNumber}/history`;
    expect((await send('GET', url, undefined, other.token)).status).toBe(404);
  });
});
