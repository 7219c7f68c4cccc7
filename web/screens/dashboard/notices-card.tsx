/** Restock notices of the units and their recipients. */
import { useQuery } from '@tanstack/react-query';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { unitInText } from '../../../rules/units/unit-names.ts';
import { type Notice, noticesQuery } from '../../api/venues.ts';
import { agoText } from '../../components/date-text.ts';
import { Card } from '../../ui/page.tsx';
import { useNow } from '../../ui/hooks.ts';
import styles from './notices-card.module.css';

const shown = 6;

interface NoticesCardProps {
  readonly venueId: string;
  /** IANA name. */
  readonly timezone: string;
}

/** Renders nothing without notices. */
export function NoticesCard({ venueId, timezone }: NoticesCardProps) {
  const now = useNow();
  const { data: notices = [] } = useQuery({ ...noticesQuery(venueId), enabled: venueId !== '' });
  if (notices.length === 0) return null;
  return (
    <Card flush title="Restock notices">
      <ul>
        {notices.slice(0, shown).map((notice) => {
          const at = Date.parse(notice.noticedAt);
          return (
            <li key={notice.id} className={styles['notice']}>
              <span className={styles['words']}>
                <span>
                  {noticeText(notice)}
                  <span className={styles['unit']}>
                    {` in ${unitInText({ unitNumber: notice.unitNumber, name: notice.unitName })}`}
                  </span>
                </span>
                <span className={styles['told']}>{deliveryText(notice)}</span>
              </span>
              <span className={styles['state']} data-open={notice.resolvedAt === null}>
                {notice.resolvedAt === null ? 'Not restocked yet' : 'Restocked'}
              </span>
              <time dateTime={notice.noticedAt} title={formatInZone(at, timezone)}>
                {agoText(at, now)}
              </time>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

// Text of a restock notice.

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
