import { expect, test } from 'vitest';
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
