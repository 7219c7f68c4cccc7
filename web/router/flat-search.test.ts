import { describe, expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './flat-search.ts';

describe('the search of an address', () => {
  test('is written flat, without quotes', () => {
    expect(stringifySearch({ unit: '1042', page: 2, all: true })).toBe(
      '?unit=1042&page=2&all=true',
    );
  });

  test('leaves out what says nothing', () => {
    expect(stringifySearch({ unit: undefined, tab: null, from: '' })).toBe('');
  });

  test('is read as the texts it is made of', () => {
    expect(parseSearch('?unit=1042&page=2')).toEqual({ unit: '1042', page: '2' });
    expect(parseSearch('')).toEqual({});
  });

  test('comes back as it was written, whatever the text', () => {
    const search = { from: '2024-03-01', name: 'a&b=c d/é%22', timezone: 'America/New_York' };
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  });

  test('takes the last of a repeated name', () => {
    expect(parseSearch('?unit=1&unit=2')).toEqual({ unit: '2' });
  });
});
