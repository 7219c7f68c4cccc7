import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { phoneText } from '../../../lib/phone-text.ts';
import { recipientMessages } from '../../../rules/recipients/recipient-messages.ts';
import { errorMessage } from '../../api/api-error.ts';
import { contactsQuery, requestContactConfirmation } from '../../api/units.ts';
import type { Contact, Unit } from '../../api/units.ts';
import { Lost } from '../../components/lost.tsx';
import { notify } from '../../ui/toasts.tsx';
import styles from './contact-states.module.css';

/** Contacts of a unit with their states. Only those who have confirmed get restock notices. */
export function ContactStates({ unit }: { readonly unit: Unit }) {
  const { data: contacts = [], isLoadingError, refetch } = useQuery(contactsQuery(unit.unitNumber));
  if (isLoadingError) return <Lost what="confirmations" onRetry={refetch} />;
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
      <span className={styles['words']}>
        <span className={styles['number']}>{phoneText(number)}</span>
        <span className={styles['state']} data-state={state}>
          {recipientMessages.states[state]}
        </span>
        {heldBack && <span className={styles['note']}>{recipientMessages.heldBack}</span>}
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
