import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  chooseOwner,
  effectiveOwnerId,
  forgetOwnerContext,
  openOwnerContext,
  recentOwners,
  resetOwner,
  selectUnit,
  selectVenue,
  useOwnerContext,
} from './owner-context.ts';
import { endSession, startSession } from '../session/session.ts';
import { tokenWith } from '../testing/tokens.ts';

const owner = {
  id: 'owner-7',
  name: 'Rooftop Hospitality',
  email: 'maya@rooftop.example',
  venues: [
    { id: 'v-1', name: 'Rooftop Bar' },
    { id: 'v-2', name: 'Pool Deck' },
  ],
};

const context = () => renderHook(() => useOwnerContext()).result.current;

beforeEach(() => {
  startSession(tokenWith({ sub: 'admin', accountType: 'SUPER_ADMIN' }));
});
afterEach(() => {
  act(() => {
    endSession();
    forgetOwnerContext();
  });
});

test('choosing an owner stores it and activates the first venue', () => {
  chooseOwner(owner);
  expect(JSON.parse(localStorage.getItem('owner') ?? '')).toEqual(owner);
  expect(context()).toEqual({ owner, venueId: 'v-1', unitNumber: null, isBegunHere: false });
  expect(effectiveOwnerId()).toBe('owner-7');
});

test('the owner context survives a reload', () => {
  chooseOwner(owner);
  selectVenue('v-2');
  selectUnit(1042);
  forgetOwnerContext();
  openOwnerContext();
  expect(context()).toEqual({ owner, venueId: 'v-2', unitNumber: 1042, isBegunHere: false });
});

const other = { ...owner, id: 'owner-8', name: 'Harbour Group' };

test('a choice in another tab changes nothing in this one, also after a reload', () => {
  chooseOwner(owner);
  selectUnit(1042);
  // The other tab writes what it chooses to the storage that both share.
  localStorage.setItem('owner', JSON.stringify(other));
  localStorage.setItem('venue', 'v-9');
  localStorage.setItem('unit', '2001');
  openOwnerContext();
  expect(context()).toEqual({ owner, venueId: 'v-1', unitNumber: 1042, isBegunHere: false });
});

test('a tab that was opened before another one chose keeps what it started with', () => {
  localStorage.setItem('owner', JSON.stringify(owner));
  openOwnerContext();
  localStorage.setItem('owner', JSON.stringify(other));
  openOwnerContext();
  expect(context().owner).toEqual(owner);
});

test('a new tab starts with the last choice of any tab', () => {
  chooseOwner(owner);
  localStorage.setItem('owner', JSON.stringify(other));
  sessionStorage.clear();
  openOwnerContext();
  expect(context().owner).toEqual(other);
});

test('the choice of another account is not restored', () => {
  chooseOwner(owner);
  const tab = sessionStorage.getItem('context') ?? '';
  endSession();
  expect(sessionStorage).toHaveLength(0);
  startSession(tokenWith({ sub: 'admin-2', accountType: 'SUPER_ADMIN' }));
  sessionStorage.setItem('context', tab);
  openOwnerContext();
  expect(context().owner).toBeNull();
});

test('choosing the active venue again keeps the unit', () => {
  chooseOwner(owner);
  selectUnit(1042);
  selectVenue('v-1');
  expect(context().unitNumber).toBe(1042);
});

test('choosing another venue clears the unit', () => {
  chooseOwner(owner);
  selectUnit(1042);
  selectVenue('v-2');
  expect(context().unitNumber).toBeNull();
});

test('resetting stores the empty owner', () => {
  chooseOwner(owner);
  resetOwner();
  expect(JSON.parse(localStorage.getItem('owner') ?? '')).toEqual({
    id: '',
    name: '',
    email: '',
    venues: [],
  });
  expect(context()).toEqual({ owner: null, venueId: null, unitNumber: null, isBegunHere: false });
  expect(effectiveOwnerId()).toBeNull();
  openOwnerContext();
  expect(context().owner).toBeNull();
});

test.each([['not json'], ['[]'], ['{"id":""}'], ['{"id":7}'], ['null']])(
  'ignores the stored owner %s',
  (stored) => {
    localStorage.setItem('owner', stored);
    openOwnerContext();
    expect(context().owner).toBeNull();
  },
);

test('the effective owner is the signed-in owner, and none for a customer', () => {
  startSession(tokenWith({ sub: 'owner-1' }));
  expect(effectiveOwnerId()).toBe('owner-1');
  startSession(tokenWith({ sub: 'customer-1', accountType: 'customer' }));
  expect(effectiveOwnerId()).toBeNull();
});

const signIn = (sub: string) => startSession(tokenWith({ sub, accountType: 'SUPER_ADMIN' }));
const recentOwner = (id: string) => ({
  id,
  name: `Owner ${id}`,
  email: `${id}@example.com`,
  venues: [],
});
const recentIds = () => recentOwners().map(({ id }) => id);

afterEach(() => {
  endSession();
  forgetOwnerContext();
  localStorage.clear();
});

test('the last five owners acted for are stored, newest first, each once', () => {
  signIn('robin');
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) chooseOwner(recentOwner(id));
  expect(recentIds()).toEqual(['c', 'f', 'e', 'd', 'b']);
  expect(recentOwners()[0]).toEqual(recentOwner('c'));
});

test('they are forgotten when the session ends, and when another account signs in', () => {
  signIn('robin');
  chooseOwner(recentOwner('a'));
  endSession();
  expect(recentIds()).toEqual([]);
  signIn('robin');
  chooseOwner(recentOwner('b'));
  signIn('sam');
  expect(recentIds()).toEqual([]);
});

test('a list that cannot be read counts as none', () => {
  signIn('robin');
  localStorage.setItem('recentOwners', '[{"id":7},null,"x"');
  expect(recentIds()).toEqual([]);
  localStorage.setItem('recentOwners', '[{"id":7},null,"x",{"id":"a"}]');
  expect(recentIds()).toEqual(['a']);
});
