import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { phoneText } from '../../../lib/phone-text.ts';
import { recipientMessages } from '../../../rules/recipients/recipient-messages.ts';
import { clockSkewLimitMs } from '../../../rules/health/contact-state.ts';
import { errorMessage } from '../../api/api-error.ts';
import {
  type Contact,
  contactsQuery,
  requestContactConfirmation,
  type Unit,
  type UnitContact,
  unitContactQuery,
} from '../../api/units.ts';
import { LoadError } from '../load-error.tsx';
import { agoText } from '../date-text.ts';
import { useNow } from '../../ui/hooks.ts';
import { SkeletonLine } from '../../ui/page.tsx';
import { notify } from '../../ui/toasts.tsx';
import styles from './contact-part.module.css';
import venueStyles from './unit-settings.module.css';

/** Last contact to the unit, and what it reports. */
export function ContactPart({ unit }: { readonly unit: Unit }) {
  const { data, isLoadingError, refetch } = useQuery(unitContactQuery(unit.unitNumber));
  const nowMs = useNow();
  if (isLoadingError) return <LoadError what="contact" onRetry={refetch} />;
  if (!data) return <SkeletonLine width={20} />;
  return (
    <>
      <dl className={venueStyles['facts']}>
        {contactFacts(data, nowMs).map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {!data.heartbeat && (
        <p className="dim">
          This unit sends no heartbeats, so only its requests are known. Sales are not affected.
        </p>
      )}
    </>
  );
}

/** Contacts of a unit with their states. Only those who have confirmed get restock notices. */
export function ContactStates({ unit }: { readonly unit: Unit }) {
  const { data: contacts = [], isLoadingError, refetch } = useQuery(contactsQuery(unit.unitNumber));
  if (isLoadingError) return <LoadError what="confirmations" onRetry={refetch} />;
  if (contacts.length === 0) return null;
  return (
    <ul aria-label="Confirmations" className={styles['list']}>
      {contacts.map((contact) => (
        <ContactState key={contact.number} unit={unit} contact={contact} />
      ))}
    </ul>
  );
}

function ContactState({ unit, contact }: { readonly unit: Unit; readonly contact: Contact }) {
  const { number, state, heldBack } = contact;
  const about = `link to ${number}`;
  const request = useMutation({
    mutationFn: () => requestContactConfirmation(unit.unitNumber, number),
    onSuccess: () => notify(recipientMessages.linkSent(phoneText(number)), 'success', about),
    onError: (error) => notify(errorMessage(error), 'error', about),
  });
  return (
    <li>
      <span className="stack">
        <span className="nowrap tabular">{phoneText(number)}</span>
        <span className={styles['state']} data-state={state}>
          {recipientMessages.states[state]}
        </span>
        {heldBack && <span className="dim">{recipientMessages.heldBack}</span>}
      </span>
      {state === 'waiting' && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`${recipientMessages.sendAgain} to ${phoneText(number)}`}
          loading={request.isPending}
          onClick={() => request.mutate()}
        >
          {recipientMessages.sendAgain}
        </Button>
      )}
    </li>
  );
}

// Contact to a unit in words.

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
  const { software, startedAt, reader, queuedSales, clockSkewMs, positions, oldMenuSince } =
    heartbeat;
  return [
    heard,
    ...(software === '' ? [] : [{ label: 'Software', text: software }]),
    ...(startedAt === null ? [] : [{ label: 'Started', text: ago(startedAt) }]),
    { label: 'Card reader', text: readerTexts[reader] },
    ...(queuedSales === null
      ? []
      : [{ label: 'Sales not sent yet', text: queuedSales.toLocaleString('en-US') }]),
    ...(clockSkewMs === null ? [] : [{ label: 'Clock', text: clockText(clockSkewMs) }]),
    ...(oldMenuSince === null
      ? []
      : [{ label: 'Menu', text: `old, first reported ${ago(oldMenuSince)}` }]),
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

/** Debounce before a field is saved. */
export const venueDelayMs = 250;
export const unitDelayMs = 750;
