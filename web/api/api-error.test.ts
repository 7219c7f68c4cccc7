import { describe, expect, test } from 'vitest';
import { readError } from './api-error.ts';

const read = (body: unknown, status = 400) =>
  readError(status, typeof body === 'string' ? body : JSON.stringify(body));

describe('an error on the wire', () => {
  test('a flat map keeps its fields in order and leads with the first', () => {
    const error = read({ emailnotfound: 'Email not found', password: 'Enter your password' });
    expect(error.message).toBe('Email not found');
    expect(error.shape).toBe('fields');
    expect([...error.fields]).toEqual([
      ['emailnotfound', 'Email not found'],
      ['password', 'Enter your password'],
    ]);
  });

  test('a map inside msg.errors, with its copy in errors, is read once', () => {
    const errors = { price: 'Cannot be negative' };
    const error = read({ msg: { errors }, errors });
    expect([...error.fields]).toEqual([['price', 'Cannot be negative']]);
  });

  test('a map inside errors is read', () => {
    expect(read({ errors: { name: 'Cannot be empty' } }).fields.get('name')).toBe(
      'Cannot be empty',
    );
  });

  test('a field may carry a list or an object with a message', () => {
    const error = read({ name: ['Cannot be empty', 'Too short'], price: { message: 'No price' } });
    expect([...error.fields.values()]).toEqual(['Cannot be empty', 'No price']);
  });

  test('error.message comes with its request id', () => {
    const error = read({ error: { message: 'Internal error', requestId: 'r-1' } }, 500);
    expect(error).toMatchObject({
      message: 'Internal error',
      status: 500,
      shape: 'message',
      requestId: 'r-1',
    });
  });

  test('error as a text is its message', () => {
    expect(read({ error: 'Please log in' }, 401).message).toBe('Please log in');
  });

  test('errors.error.message is found where a body was nested into errors', () => {
    expect(read({ errors: { error: { message: 'Name already used' } } }).message).toBe(
      'Name already used',
    );
  });

  test('a plain sentence is kept, quoted or not', () => {
    expect(read('Down for a moment', 503)).toMatchObject({
      message: 'Down for a moment',
      shape: 'text',
    });
    expect(read('"Down for a moment"', 503).message).toBe('Down for a moment');
  });

  test.each([['<html><body>502 Bad Gateway</body></html>'], [''], ['[]'], ['{}'], ['null']])(
    'nobody has to read %j',
    (body) => {
      expect(read(body, 502)).toMatchObject({ message: 'Unknown error', shape: 'text' });
    },
  );
});
