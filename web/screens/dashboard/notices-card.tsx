/** Restock notices of the units and their recipients. */
import { unitInText } from '../../../rules/units/unit-names.ts';
import { useQuery } from '@tanstack/react-query';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { noticesQuery } from '../../api/venues.ts';
import { useNow } from '../../ui/now.ts';
import { Card } from '../../ui/card.tsx';
import { noticeText, deliveryText } from './notice-labels.ts';
import styles from './notices-card.module.css';
import { agoText } from '../../components/relative-time.ts';

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
      <ul className={styles['list']}>
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
