/** Text of a restock notice. */
import type { Notice } from '../../api/venues.ts';

/** `Campari was out`, `Campari was at 18%`. */
export const noticeText = ({ ingredientName, percent }: Notice): string =>
  percent <= 0 ? `${ingredientName} was out` : `${ingredientName} was at ${percent}%`;

type Message = Notice['messages'][number];

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** Recipients, failed recipients and those that were not written to: `Sent to maya@… and +1…`, `Not confirmed yet by +1…`. */
export function deliveryText({ messages }: Notice): string {
  const of = (...states: Message['state'][]): string[] =>
    messages
      .filter(({ state, heldBecause }) => heldBecause === null && states.includes(state))
      .map(({ recipient }) => recipient);
  const heldFor = (reason: NonNullable<Message['heldBecause']>): string[] =>
    messages.flatMap(({ heldBecause, recipient }) => (heldBecause === reason ? [recipient] : []));
  const groups = [
    ['Sent to', of('sent')],
    ['On its way to', of('waiting', 'sending')],
    ['Could not be sent to', of('failed')],
    ['May not have reached', of('uncertain')],
    ['Not confirmed yet by', heldFor('unconfirmed')],
    ['Declined by', heldFor('declined')],
    ['Limit of the day reached for', heldFor('limit')],
    ['Not repeated within an hour for', heldFor('repeated')],
  ] as const;
  const sentences = groups.flatMap(([label, people]) =>
    people.length === 0 ? [] : [`${label} ${list.format(people)}`],
  );
  return sentences.length === 0 ? 'No message was sent' : sentences.join('. ');
}
