import { expect, test } from 'vitest';
import { personName } from './person-name.ts';

test('a person has a first and a last name, or the name of the account', () => {
  const barback = { name: 'Barback', first_name: null, last_name: null };
  expect(personName(barback)).toBe('Barback');
  expect(personName({ ...barback, first_name: 'Robin' })).toBe('Barback');
  expect(personName({ ...barback, first_name: 'Robin', last_name: 'Vale' })).toBe('Robin Vale');
});
