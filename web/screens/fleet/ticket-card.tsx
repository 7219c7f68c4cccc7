import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useCallback, useRef, useState } from 'react';
import {
  longestSubject,
  type TicketState,
  ticketStateLabels,
  ticketStates,
} from '../../../rules/fleet/tickets.ts';
import { isOutcomeUnknown } from '../../api/api-error.ts';
import { newKey } from '../../api/new-key.ts';
import {
  addSupportNote,
  type Assignee,
  type Ticket,
  updateSupportTicket,
} from '../../api/tickets.ts';
import { attempt } from '../../components/attempt.ts';
import { agoText } from '../../components/date-text.ts';
import { fieldErrors, useUnsaved } from '../../components/form-state.ts';
import { SavedField } from '../../components/saved-field.tsx';
import { SentFields, SentForm } from '../../components/sent-form.tsx';
import { useHashTarget } from '../../components/use-hash-target.ts';
import { SelectField } from '../../ui/fields.tsx';
import { Card } from '../../ui/page.tsx';
import styles from './fleet-unit-screen.module.css';
import { assigneeChoices, NoteFields } from './note-fields.tsx';

interface TicketCardProps {
  readonly ticket: Ticket;
  readonly assignees: readonly Assignee[];
  readonly nowMs: number;
}

const isState = (text: string): text is TicketState => ticketStates.some((state) => state === text);

/** A ticket with its state, assignee and notes, each of which changes at once. */
export function TicketCard({ ticket, assignees, nowMs }: TicketCardProps) {
  const target = useHashTarget(ticket.id, true);
  const [isSending, setSending] = useState(false);
  const [added, setAdded] = useState(0);
  const note = useRef<HTMLFormElement>(null);
  const whenAgreed = useUnsaved(() => isNoteTyped(note.current));
  const change = async (body: Parameters<typeof updateSupportTicket>[1]) => {
    setSending(true);
    await attempt(`change ticket ${ticket.id}`, () => updateSupportTicket(ticket.id, body));
    setSending(false);
  };
  const saveSubject = useCallback(
    (subject: string) => updateSupportTicket(ticket.id, { subject }),
    [ticket.id],
  );
  const { assignee } = ticket;
  const isListed = assignee === null || assignees.some(({ id }) => id === assignee.id);
  return (
    <Card title={ticket.subject} {...target}>
      <div className="stack gap-16">
        <SavedField
          id={`subject of ticket ${ticket.id}`}
          label="Subject"
          stored={ticket.subject}
          delayMs={null}
          save={saveSubject}
          input={{ maxLength: longestSubject }}
        />
        <div className={styles['fields']}>
          <SelectField
            label="State"
            value={ticket.state}
            disabled={isSending}
            data={ticketStates.map((value) => ({ value, label: ticketStateLabels[value] }))}
            onChange={({ currentTarget: { value } }) => {
              if (!isState(value)) return;
              // A closed ticket takes no notes.
              if (value === 'closed') whenAgreed(() => void change({ state: value }));
              else void change({ state: value });
            }}
          />
          <SelectField
            label="Assignee"
            value={assignee?.id ?? ''}
            disabled={isSending}
            data={assigneeChoices(isListed ? assignees : [...assignees, assignee])}
            onChange={({ currentTarget: { value } }) => void change({ assigneeId: value || null })}
          />
        </div>
        <p className="dim text-13">
          Opened {agoText(Date.parse(ticket.openedAt), nowMs)} by <bdi>{ticket.openedBy}</bdi>
        </p>
        {ticket.notes.length > 0 && (
          <ol className={styles['notes']} aria-label="Notes">
            {ticket.notes.map(({ id, at, person, note, shared }) => (
              <li key={id} data-shared={shared || undefined}>
                <p className="dim text-13">
                  <bdi>{person}</bdi>, <time dateTime={at}>{agoText(Date.parse(at), nowMs)}</time>
                  {shared && <strong> · Shared with the venue</strong>}
                </p>
                <p className={styles['note']}>
                  <bdi>{note}</bdi>
                </p>
              </li>
            ))}
          </ol>
        )}
        {ticket.state !== 'closed' && (
          <NewNote
            key={added}
            formRef={note}
            ticketId={ticket.id}
            onAdded={() => setAdded(added + 1)}
          />
        )}
      </div>
    </Card>
  );
}

const isNoteTyped = (form: HTMLFormElement | null): boolean =>
  Boolean(form?.querySelector('textarea')?.value.trim());

interface NewNoteProps {
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly ticketId: string;
  readonly onAdded: () => void;
}

/** Adds a note. */
function NewNote({ formRef, ticketId, onAdded }: NewNoteProps) {
  const [key] = useState(newKey);
  const sending = useMutation({
    mutationFn: (note: { note: string; shared: boolean }) =>
      addSupportNote(ticketId, { key, ...note }),
    onSuccess: onAdded,
  });
  const isUncertain = isOutcomeUnknown(sending.error);
  return (
    <SentForm
      formRef={formRef}
      className="stack gap-12"
      sending={sending}
      isUncertain={isUncertain}
      onSend={(typed) => sending.mutate({ note: typed('note'), shared: typed('shared') !== '' })}
    >
      <SentFields isFixed={isUncertain}>
        <NoteFields label="Add a note" error={fieldErrors(sending.error).get('note')} />
      </SentFields>
      <div>
        <Button type="submit" variant="default" loading={sending.isPending}>
          Add note
        </Button>
      </div>
    </SentForm>
  );
}
