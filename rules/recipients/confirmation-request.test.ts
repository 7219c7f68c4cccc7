import { expect, test } from 'vitest';
import { contactRequest, emailRequest } from './confirmation-request.ts';

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
