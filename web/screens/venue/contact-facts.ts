/** Contact to a unit in words. */
import { clockSkewLimitMs } from '../../../rules/units/unit-contact.ts';
import type { UnitContact } from '../../api/units.ts';
import { agoText } from '../../components/relative-time.ts';

interface Fact {
  readonly label: string;
  readonly text: string;
}

const minuteMs = 60_000;

const readerTexts = {
  ready: 'ready',
  busy: 'busy with a payment',
  offline: 'offline',
  unknown: 'not reported',
} as const;

/** `right`, `5 min ahead`, `3 h behind`: a clock may differ by two minutes. */
export function clockText(skewMs: number): string {
  if (Math.abs(skewMs) <= clockSkewLimitMs) return 'right';
  const minutes = Math.round(Math.abs(skewMs) / minuteMs);
  const amount =
    minutes < 60
      ? `${minutes} min`
      : minutes < 48 * 60
        ? `${Math.round(minutes / 60)} h`
        : `${Math.round(minutes / (24 * 60)).toLocaleString('en-US')} days`;
  return `${amount} ${skewMs > 0 ? 'ahead' : 'behind'}`;
}

/** What is known of a unit; facts that it does not report are left out. */
export function contactFacts({ lastContactAt, heartbeat }: UnitContact, nowMs: number): Fact[] {
  const ago = (time: string): string => agoText(Date.parse(time), nowMs);
  const heard = {
    label: 'Last contact',
    text: lastContactAt === null ? 'never' : ago(lastContactAt),
  };
  if (heartbeat === null) return [heard];
  const { software, startedAt, reader, queuedSales, clockSkewMs, positions } = heartbeat;
  return [
    heard,
    ...(software === '' ? [] : [{ label: 'Software', text: software }]),
    ...(startedAt === null ? [] : [{ label: 'Started', text: ago(startedAt) }]),
    { label: 'Card reader', text: readerTexts[reader] },
    ...(queuedSales === null
      ? []
      : [{ label: 'Sales not sent yet', text: queuedSales.toLocaleString('en-US') }]),
    ...(clockSkewMs === null ? [] : [{ label: 'Clock', text: clockText(clockSkewMs) }]),
    ...(positions.length === 0
      ? []
      : [
          {
            label: positions.length === 1 ? 'Place' : 'Places',
            text: positions.map(({ position, state }) => `${position} ${state}`).join(', '),
          },
        ]),
  ];
}
