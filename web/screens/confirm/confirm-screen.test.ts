import { expect, test } from 'vitest';
import type { Confirmation } from '../../api/confirmations.ts';
import { confirmationTexts } from './confirm-screen.tsx';

const contact: Confirmation = {
  channel: 'sms',
  address: '+14155552671',
  owner: 'Rooftop',
  venues: [],
};

test('names the sender and the venues of a contact, as far as they are known', () => {
  expect(
    confirmationTexts({ ...contact, venues: ['Rooftop Bar', 'Harbour Terrace'] }),
  ).toMatchObject({
    question:
      'Rooftop asks to send text messages to this number when an ingredient runs low at Rooftop Bar and Harbour Terrace.',
    address: '(415) 555-2671',
    accept: 'Send me these messages',
  });
  expect(confirmationTexts({ ...contact, owner: null, venues: [] }).question).toBe(
    'A user of Barback asks to send text messages to this number when an ingredient runs low at one of their bars.',
  );
});

test('names the account of an email address', () => {
  const mail: Confirmation = { ...contact, channel: 'mail', address: 'maya@rooftop.example' };
  expect(confirmationTexts(mail)).toMatchObject({
    question: 'Rooftop uses this address for reports and restock notices.',
    accept: 'Confirm this address',
  });
});
