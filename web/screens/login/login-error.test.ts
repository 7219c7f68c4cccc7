import { expect, test } from 'vitest';
import { networkError, readError } from '../../api/api-error.ts';
import { readLoginError } from './login-error.ts';

const shown = (body: string, status = 400) => readLoginError(readError(status, body));

test('an unknown email is said at the email', () => {
  expect(shown('{"emailnotfound":"Email not found"}')).toEqual({ email: 'Email not found' });
});

test('a wrong password is said at the password', () => {
  expect(shown('{"passwordincorrect":"Password incorrect"}')).toEqual({
    password: 'Password incorrect',
  });
});

test('of two entries the first is said and the other only marked', () => {
  expect(shown('{"emailnotfound":"No such email","passwordincorrect":"Wrong"}')).toEqual({
    email: 'No such email',
    password: true,
  });
  expect(shown('{"other":"First of all","email":"Then this"}')).toEqual({
    general: 'First of all',
    email: true,
  });
});

test('a message without a field is shown as it is', () => {
  expect(shown('{"error":{"message":"Too many attempts"}}', 429)).toEqual({
    general: 'Too many attempts',
  });
});

test('a text, a broken body and no answer read Unknown error', () => {
  expect(shown('Bad gateway', 502).general).toBe('Unknown error');
  expect(shown('', 500).general).toBe('Unknown error');
  expect(readLoginError(networkError()).general).toBe('Unknown error');
  expect(readLoginError(new Error('anything')).general).toBe('Unknown error');
});
