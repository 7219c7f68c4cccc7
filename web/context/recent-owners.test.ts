import { afterEach, expect, test } from 'vitest';
import { chooseOwner, forgetOwnerContext, recentOwners } from './owner-context.ts';
import { endSession, startSession } from '../session/session.ts';
import { tokenWith } from '../testing/tokens.ts';

const signIn = (sub: string) => startSession(tokenWith({ sub, accountType: 'SUPER_ADMIN' }));
const owner = (id: string) => ({ id, name: `Owner ${id}`, email: `${id}@example.com`, venues: [] });
const recentIds = () => recentOwners().map(({ id }) => id);

afterEach(() => {
  endSession();
  forgetOwnerContext();
  localStorage.clear();
});

test('the last five owners acted for are stored, newest first, each once', () => {
  signIn('robin');
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) chooseOwner(owner(id));
  expect(recentIds()).toEqual(['c', 'f', 'e', 'd', 'b']);
  expect(recentOwners()[0]).toEqual(owner('c'));
});

test('they are forgotten when the session ends, and when another account signs in', () => {
  signIn('robin');
  chooseOwner(owner('a'));
  endSession();
  expect(recentIds()).toEqual([]);
  signIn('robin');
  chooseOwner(owner('b'));
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
