import { expect, test } from 'vitest';
import { networkError, readError } from '../../api/api-error.ts';
import { readLoginError } from './login-screen.tsx';

const shown = (body: string, status = 400) => readLoginError(readError(status, body));

test('shows an unknown email at the email field', () => {
  expect(shown('{"emailnotfound":"Email not found"}')).toEqual({ email: 'Email not found' });
});

test('shows a wrong password at the password field', () => {
  expect(shown('{"passwordincorrect":"Password incorrect"}')).toEqual({
    password: 'Password incorrect',
  });
});

test('shows each error at its field, and one without a field when it is the first', () => {
  expect(shown('{"emailnotfound":"No such email","passwordincorrect":"Wrong"}')).toEqual({
    email: 'No such email',
    password: 'Wrong',
  });
  expect(shown('{"other":"First of all","email":"Then this"}')).toEqual({
    general: 'First of all',
    email: 'Then this',
  });
});

test('shows a message without a field unchanged', () => {
  expect(shown('{"error":{"message":"Too many attempts"}}', 429)).toEqual({
    general: 'Too many attempts',
  });
});

test('shows Unknown error for text, a malformed body and no response', () => {
  expect(shown('Bad gateway', 502).general).toBe('Unknown error');
  expect(shown('', 500).general).toBe('Unknown error');
  expect(readLoginError(networkError()).general).toBe('Unknown error');
  expect(readLoginError(new Error('anything')).general).toBe('Unknown error');
});
