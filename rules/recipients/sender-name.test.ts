import { expect, test } from 'vitest';
import { senderName } from './sender-name.ts';

test.each([
  ['Rooftop Bar', 'Rooftop Bar'],
  ['  St. Mary’s   & Sons ', 'St. Mary’s & Sons'],
  ['Café Olé No. 5', 'Café Olé No. 5'],
  ['„Zum Löwen“ <b>', 'Zum Löwen b'],
  ['バー　東京', 'バー 東京'],
  ['The bar with the longest name of all', 'The bar with the longest name…'],
])('%s is shown as %s', (name, shown) => {
  expect(senderName(name)).toBe(shown);
});

test.each([
  'evil.example',
  'Win at www.evil.example now',
  'https://evil.example',
  'evil。example',
  'evil．example',
  'Bar/menu',
  'ask@evil.example',
  'Call +1 900 555 0199',
  'Call ９００５５５０１９９',
  '1-2-3-4-5',
  '***',
  '',
])('%s is left out', (name) => {
  expect(senderName(name)).toBeNull();
});
