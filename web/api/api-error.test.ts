import { describe, expect, test } from 'vitest';
import { readError } from './api-error.ts';

const read = (body: unknown, status = 400) =>
  readError(status, typeof body === 'string' ? body : JSON.stringify(body));

describe('readError', () => {
  test("a flat map keeps its field order and its first message is the error's message", () => {
    const error = read({ emailnotfound: 'Email not found', password: 'Enter your password' });
    expect(error.message).toBe('Email not found');
    expect(error.shape).toBe('fields');
    expect([...error.fields]).toEqual([
      ['emailnotfound', 'Email not found'],
      ['password', 'Enter your password'],
    ]);
  });

  test('reads a map in msg.errors once despite its copy in errors', () => {
    const errors = { price: 'Cannot be negative' };
    const error = read({ msg: { errors }, errors });
    expect([...error.fields]).toEqual([['price', 'Cannot be negative']]);
  });

  test('reads a map in errors', () => {
    expect(read({ errors: { name: 'Cannot be empty' } }).fields.get('name')).toBe(
      'Cannot be empty',
    );
  });

  test('accepts a list or an object with a message as field value', () => {
    const error = read({ name: ['Cannot be empty', 'Too short'], price: { message: 'No price' } });
    expect([...error.fields.values()]).toEqual(['Cannot be empty', 'No price']);
  });

  test('reads error.message with its request id', () => {
    const error = read({ error: { message: 'Internal error', requestId: 'r-1' } }, 500);
    expect(error).toMatchObject({
      message: 'Internal error',
      status: 500,
      shape: 'message',
      requestId: 'r-1',
    });
  });

  test('reads a text in error as the message', () => {
    expect(read({ error: 'Please log in' }, 401).message).toBe('Please log in');
  });

  test('reads errors.error.message when a body was nested into errors', () => {
    expect(read({ errors: { error: { message: 'Name already used' } } }).message).toBe(
      'Name already used',
    );
  });

  test('keeps a plain text message, quoted or not', () => {
    expect(read('Down for a moment', 503)).toMatchObject({
      message: 'Down for a moment',
      shape: 'text',
    });
    expect(read('"Down for a moment"', 503).message).toBe('Down for a moment');
  });

  test.each([['<html><body>502 Bad Gateway</body></html>'], [''], ['[]'], ['{}'], ['null']])(
    'replaces the unreadable body %j with a generic message',
    (body) => {
      expect(read(body, 502)).toMatchObject({ message: 'Unknown error', shape: 'text' });
    },
  );
});
