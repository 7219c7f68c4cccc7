import { phoneText } from '../../../lib/phone-text.ts';
import type { Confirmation } from '../../api/confirmations.ts';

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

interface ConfirmationTexts {
  title: string;
  question: string;
  address: string;
  accept: string;
  hint: string;
  accepted: { title: string; text: string };
  declined: { title: string; text: string };
}

/** Texts of the page: for a contact of a unit, or for the email address of an account. */
export function confirmationTexts({
  channel,
  address,
  owner,
  venues,
}: Confirmation): ConfirmationTexts {
  return channel === 'sms' ? contactTexts(address, owner, venues) : emailTexts(address, owner);
}

function contactTexts(
  number: string,
  owner: string | null,
  venues: readonly string[],
): ConfirmationTexts {
  const shown = phoneText(number);
  const sender = owner ?? 'A user of Barback';
  const where = venues.length === 0 ? 'one of their bars' : list.format(venues);
  return {
    title: 'Restock notices by text message',
    question: `${sender} asks to send text messages to this number when an ingredient runs low at ${where}.`,
    address: shown,
    accept: 'Send me these messages',
    hint: 'The choice holds for all bars of this sender. Nothing is sent until you agree.',
    accepted: {
      title: 'Confirmed',
      text: `Restock notices will be sent to ${shown}.`,
    },
    declined: {
      title: 'Declined',
      text: `This sender can send no more messages to ${shown}. You can close this page.`,
    },
  };
}

function emailTexts(email: string, owner: string | null): ConfirmationTexts {
  return {
    title: 'Confirm your email address',
    question: `${owner ?? 'An account of Barback'} uses this address for reports and restock notices.`,
    address: email,
    accept: 'Confirm this address',
    hint: 'If this is not your account, choose “Do not write to me”.',
    accepted: {
      title: 'Confirmed',
      text: `Reports and restock notices can be sent to ${email}.`,
    },
    declined: {
      title: 'Declined',
      text: `This account can send no more mail to ${email}. You can close this page.`,
    },
  };
}
