import { describe, expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './make-router.tsx';

describe('query string', () => {
  test('writes a flat query without quotes', () => {
    expect(stringifySearch({ unit: '1042', page: 2, all: true })).toBe(
      '?unit=1042&page=2&all=true',
    );
  });

  test('omits empty values', () => {
    expect(stringifySearch({ unit: undefined, tab: null, from: '' })).toBe('');
  });

  test('reads every value as text', () => {
    expect(parseSearch('?unit=1042&page=2')).toEqual({ unit: '1042', page: '2' });
    expect(parseSearch('')).toEqual({});
  });

  test('round-trips any text', () => {
    const search = { from: '2024-03-01', name: 'a&b=c d/é%22', timezone: 'America/New_York' };
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  });

  test('uses the last of a repeated name', () => {
    expect(parseSearch('?unit=1&unit=2')).toEqual({ unit: '2' });
  });
});
