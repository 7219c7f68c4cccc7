import { expect, test } from 'vitest';
import { contactRequest, emailRequest, senderName } from './recipients.ts';
import { refuseContactNumber } from './contact-number.ts';

test.each(['+14155552671', '+12125550100', '+16505550199', '+13105559760'])(
  '%s is an ordinary US number',
  (number) => {
    expect(refuseContactNumber(number)).toBeNull();
  },
);

test.each([
  ['+19005550199', 'premium'],
  ['+12129761234', 'premium'],
  ['+18095550123', 'not a US'],
  ['+18765550123', 'not a US'],
  ['+12425550123', 'not a US'],
  ['+14165550123', 'not a US'],
  ['+447911123456', 'not a US'],
  ['+17105550123', 'not a US'],
  ['+1415555', 'not a US'],
  ['+18005550199', 'cannot receive'],
  ['+15005550006', 'cannot receive'],
])('%s is refused: %s', (number, reason) => {
  expect(refuseContactNumber(number)).toContain(reason);
});

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

test('asks in fixed words, with the name of the venue where it is a plain one', () => {
  expect(contactRequest('Rooftop Bar')).toBe(
    'Rooftop Bar asks to send restock notices to this number. Allow or refuse it here:',
  );
  for (const name of ['Rooftop.example', null])
    expect(contactRequest(name)).toMatch(/^A venue asks to send restock notices/);
  expect(emailRequest.body).toContain('for 7 days:');
});

test('with a link of usual length the request is one text message of 160 characters', () => {
  const link = ` https://bar.example.com/confirm#${'0'.repeat(32)}`;
  expect((contactRequest('Rooftop Bar') + link).length).toBeLessThanOrEqual(160);
});
