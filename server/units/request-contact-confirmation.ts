import { parseUsPhone } from '../../lib/phone.ts';
import { recipientMessages } from '../../rules/recipients/recipient-messages.ts';
import { fieldError } from '../shared/errors.ts';
import type { AppDeps } from '../shared/deps.ts';
import { requestAgain } from '../recipients/request-again.ts';
import { contactRecipient } from './contact-recipient.ts';
import { getUnit, type UnitBasics } from './units.queries.ts';

/** Asks a contact of the unit again; returns its number. */
export async function requestContactConfirmation(
  deps: Pick<AppDeps, 'db' | 'pool' | 'now'>,
  unit: UnitBasics,
  text: string,
): Promise<string> {
  const number = parseUsPhone(text) ?? text;
  const { contacts } = await getUnit(deps.db, unit);
  if (!contacts.includes(number)) throw fieldError({ number: recipientMessages.notAContact });
  await requestAgain(deps, contactRecipient(unit.owner_id, number), unit.venue_id);
  return number;
}
