import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { phoneText } from '../../../lib/phone-text.ts';
import { recipientMessages } from '../../../rules/recipients/recipient-messages.ts';
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
import { contactLabels, readerTexts, queuedText, skewText } from '../contact-text.ts';
import { agoText } from '../date-text.ts';
import { useNow } from '../../ui/hooks.ts';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { SkeletonLine } from '../../ui/page.tsx';
import { notify } from '../../ui/toasts.tsx';
import styles from './contact-part.module.css';

/** Last contact to the unit, and what it reports. */
export function ContactPart({ unit }: { readonly unit: Unit }) {
  const { data, isLoadingError, refetch } = useQuery(unitContactQuery(unit.unitNumber));
  const nowMs = useNow();
  if (isLoadingError) return <LoadError what="contact" onRetry={refetch} />;
  if (!data) return <SkeletonLine width={20} />;
  return (
    <>
      <Facts facts={contactFacts(data, nowMs)} />
      {!data.heartbeat && (
        <p className="dim mt-12">
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

interface ContactFact extends Fact {
  readonly value: string;
}

/** What is known of a unit; facts that it does not report are left out. */
export function contactFacts(
  { lastContactAt, heartbeat }: UnitContact,
  nowMs: number,
): ContactFact[] {
  const ago = (time: string): string => agoText(Date.parse(time), nowMs);
  const last = {
    label: contactLabels.lastContact,
    value: lastContactAt === null ? 'Never' : ago(lastContactAt),
  };
  if (heartbeat === null) return [last];
  const { software, startedAt, reader, queuedSales, clockSkewMs, positions, oldMenuSince } =
    heartbeat;
  const reported: readonly (ContactFact | false)[] = [
    software !== '' && { label: contactLabels.software, value: software },
    startedAt !== null && { label: contactLabels.started, value: ago(startedAt) },
    { label: contactLabels.reader, value: readerTexts[reader] },
    queuedSales !== null && { label: contactLabels.queued, value: queuedText(queuedSales) },
    clockSkewMs !== null && { label: contactLabels.clock, value: skewText(clockSkewMs) },
    oldMenuSince !== null && { label: 'Menu', value: `Old, first reported ${ago(oldMenuSince)}` },
    positions.length > 0 && {
      label: positions.length === 1 ? 'Place' : 'Places',
      value: positions.map(({ position, state }) => `${position} ${state}`).join(', '),
    },
  ];
  return [last, ...reported.filter((fact) => fact !== false)];
}

/** Debounce before a field is saved. */
export const venueDelayMs = 250;
export const unitDelayMs = 750;
