import { describe, expect, test } from 'vitest';
import { readOptions } from './options.ts';

const who = ['--email', 'maya@rooftop.example', '--password', 'secret'];

test('an account is the only required option', () => {
  expect(readOptions([...who, '--timezone', 'UTC'])).toEqual({
    url: 'http://localhost:4000',
    email: 'maya@rooftop.example',
    password: 'secret',
    owner: null,
    venue: null,
    units: null,
    speed: 20,
    lifeMs: 200 * 60_000,
    seed: 1,
    rush: false,
    timezone: 'UTC',
    faults: [],
  });
});

test('minutes are real time, days are simulated time', () => {
  expect(readOptions([...who, '--minutes', '2', '--speed', '60']).lifeMs).toBe(120 * 60_000);
  expect(readOptions([...who, '--days', '3', '--speed', '60']).lifeMs).toBe(3 * 86_400_000);
  expect(readOptions([...who, '--days', '3', '--fast'])).toMatchObject({
    speed: null,
    lifeMs: 3 * 86_400_000,
  });
});

describe('invalid options', () => {
  test.each([
    [[], '--email is missing'],
    [['--email', 'a@b.example'], '--password is missing'],
    [[...who, '--units', 'many'], '--units is "many", but must be a number above 0'],
    [[...who, '--units', '2.5'], '--units is "2.5", but must be a whole number.'],
    [[...who, '--speed', '0'], '--speed is "0"'],
    [[...who, '--days', '1000'], 'at most 366'],
    [[...who, '--fast', '--speed', '3'], '--fast and --speed exclude each other'],
    [[...who, '--days', '1', '--minutes', '3'], '--days and --minutes exclude each other'],
    [[...who, '--url', 'localhost:4000'], '--url is "localhost:4000"'],
    [[...who, '--timezone', 'Mars/Olympus'], 'which is no time zone'],
    [[...who, '--faults', 'blocked,leaking'], '--faults has "leaking", which is none of blocked,'],
    [[...who, '--faults', 'closed', '--days', '2'], 'A closed day needs three simulated days'],
    [[...who, '--seeds', '3'], "Unknown option '--seeds'"],
  ])('rejects the options %j with a message', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
