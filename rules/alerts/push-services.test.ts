import { expect, test } from 'vitest';
import { isPushEndpoint, usualPushHosts } from './push-services.ts';

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://wns2-by3p.notify.windows.com/w/?token=abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
  ['https://user:password@fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com@10.0.0.1/abc', false],
  ['https://fcm.googleapis.com.example.com/abc', false],
  ['https://evilpush.apple.com/abc', false],
  ['https://push.apple.com/abc', false],
  ['https://127.0.0.1/abc', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['https://[::1]/abc', false],
  ['file:///etc/passwd', false],
  ['nonsense', false],
])('%s is an address of a push service: %s', (endpoint, isOne) => {
  expect(isPushEndpoint(endpoint, usualPushHosts)).toBe(isOne);
});

test('a list of our own replaces the usual one, with origins as they are', () => {
  const hosts = ['http://127.0.0.1:8080'];
  expect(isPushEndpoint('http://127.0.0.1:8080/push/1', hosts)).toBe(true);
  expect(isPushEndpoint('http://127.0.0.1:8081/push/1', hosts)).toBe(false);
  expect(isPushEndpoint('https://fcm.googleapis.com/fcm/send/abc', hosts)).toBe(false);
});
