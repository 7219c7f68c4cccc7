import { afterEach, beforeEach, expect, test } from 'vitest';
import { tokenWith } from '../testing/tokens.ts';
import {
  adoptMembership,
  chooseMembership,
  isUsed,
  type Membership,
  ownerHeaders,
} from './membership.ts';
import { currentSession, endSession, openSession, startSession } from './session.ts';

const rooftop: Membership = {
  ownerId: 'rooftop',
  ownerName: 'Rooftop',
  role: 'bartender',
  allowed: [],
  allVenues: true,
  version: 'v1',
  hasVenue: false,
};
const harbour: Membership = { ...rooftop, ownerId: 'harbour', role: 'manager', version: 'v2' };
const token = tokenWith({
  sub: 'kim',
  accountType: 'staff',
  ownerId: 'rooftop',
  role: 'bartender',
  allowed: [],
  allVenues: true,
});
const claims = () => {
  const session = currentSession();
  if (!session) throw new Error('signed out');
  return session.claims;
};
/** As the page does when it is loaded again. */
const reload = () => {
  const kept = [localStorage, sessionStorage].map((storage) => Object.entries(storage));
  endSession();
  for (const [key, value] of kept[0] ?? []) localStorage.setItem(key, value);
  for (const [key, value] of kept[1] ?? []) sessionStorage.setItem(key, value);
  openSession();
};

beforeEach(() => void startSession(token));
afterEach(() => endSession());

test('names no owner before the memberships are known, then the one of the session', () => {
  expect(ownerHeaders(claims())).toEqual({});
  expect(isUsed(claims(), rooftop)).toBe(true);
  adoptMembership('kim', rooftop, true);
  expect(ownerHeaders(claims())).toEqual({ 'x-owner': 'rooftop v1' });
  expect(isUsed(claims(), { ...rooftop, version: 'v3' })).toBe(false);
});

test('a chosen owner and its role hold after the page is loaded again, and the page that is left keeps its own', () => {
  adoptMembership('kim', rooftop, true);
  chooseMembership('kim', harbour);
  expect(ownerHeaders(claims())).toEqual({ 'x-owner': 'rooftop v1' });
  adoptMembership('kim', rooftop, true);
  reload();
  expect(claims()).toMatchObject({ ownerId: 'harbour', role: 'manager' });
  expect(ownerHeaders(claims())).toEqual({ 'x-owner': 'harbour v2' });
});

test('a new tab starts with what was chosen last, and another account with nothing of it', () => {
  chooseMembership('kim', harbour);
  sessionStorage.clear();
  reload();
  expect(claims().ownerId).toBe('harbour');
  startSession(tokenWith({ sub: 'lee', accountType: 'staff', ownerId: 'pier', role: 'manager' }));
  expect(claims()).toMatchObject({ ownerId: 'pier' });
  expect(ownerHeaders(claims())).toEqual({});
  expect(
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  ).not.toContain('harbour');
});

test('accounts that are nobody’s staff name no owner', () => {
  adoptMembership('kim', rooftop, true);
  startSession(tokenWith({ sub: 'kim', accountType: 'owner' }));
  expect(ownerHeaders(claims())).toEqual({});
});
