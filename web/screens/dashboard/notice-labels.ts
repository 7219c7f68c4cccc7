/** Text of a restock notice. */
import type { Notice } from '../../api/venues.ts';

/** `Campari was out`, `Campari was at 18%`. */
export const noticeText = ({ ingredientName, percent }: Notice): string =>
  percent <= 0 ? `${ingredientName} was out` : `${ingredientName} was at ${percent}%`;

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** Recipients and failed recipients: `Sent to maya@… and +1…`, `Could not be sent to +1…`. */
export function deliveryText({ messages }: Notice): string {
  const of = (...states: Notice['messages'][number]['state'][]): string[] =>
    messages.filter(({ state }) => states.includes(state)).map(({ recipient }) => recipient);
  const groups = [
    ['Sent to', of('sent')],
    ['On its way to', of('waiting', 'sending')],
    ['Could not be sent to', of('failed')],
    ['May not have reached', of('uncertain')],
  ] as const;
  const sentences = groups.flatMap(([label, people]) =>
    people.length === 0 ? [] : [`${label} ${list.format(people)}`],
  );
  return sentences.length === 0 ? 'No message was sent' : sentences.join('. ');
}
