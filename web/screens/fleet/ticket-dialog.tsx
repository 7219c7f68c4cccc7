import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { longestSubject } from '../../../rules/fleet/tickets.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import type { FleetUnit } from '../../api/fleet.ts';
import { isOutcomeUnknown } from '../../api/api-error.ts';
import { newKey } from '../../api/new-key.ts';
import { createSupportTicket, ticketsQuery } from '../../api/tickets.ts';
import { fieldErrors } from '../../components/form-state.ts';
import { LoadError } from '../../components/load-error.tsx';
import { DialogForm, SentFields } from '../../components/sent-form.tsx';
import { paths } from '../../paths.ts';
import { currentSession } from '../../session/session.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { assigneeChoices, NoteFields } from './note-fields.tsx';

interface TicketDialogProps {
  readonly unit: Pick<FleetUnit, 'unitId' | 'unitNumber' | 'unitName' | 'venue'>;
  readonly onClose: () => void;
}

/** Opens a ticket on a unit, and shows it on the page of the unit. */
export default function TicketDialog({ unit, onClose }: TicketDialogProps) {
  const navigate = useNavigate();
  const [key] = useState(newKey);
  const { data, error, refetch } = useQuery(
    ticketsQuery({ unit: unit.unitId, state: 'active', pagination: { size: 1 } }),
  );
  const [assigneeId, setAssignee] = useState(currentSession()?.claims.sub ?? '');
  const sending = useMutation({
    mutationFn: createSupportTicket,
    onSuccess: ({ id }) => {
      onClose();
      void navigate({ to: '.', href: paths.fleetUnit(unit.unitNumber, id) });
    },
  });
  const errors = fieldErrors(sending.error);
  const isUncertain = isOutcomeUnknown(sending.error);
  return (
    <DialogForm
      title="Open a ticket"
      submit="Open ticket"
      submitProps={{ disabled: data === undefined }}
      sending={sending}
      isUncertain={isUncertain}
      onSend={(typed) =>
        sending.mutate({
          key,
          unit: unit.unitId,
          subject: typed('subject'),
          assigneeId: assigneeId || null,
          note: typed('note').trim(),
          shared: typed('shared') !== '',
        })
      }
      onClose={onClose}
    >
      <p>
        On {unitTitle({ unitNumber: unit.unitNumber, name: unit.unitName })} at{' '}
        <bdi>{unit.venue.name}</bdi>.
      </p>
      <SentFields isFixed={isUncertain}>
        {error && !data && (
          <LoadError what="super administrators" error={error} onRetry={refetch} />
        )}
        <TextField
          label="Subject"
          name="subject"
          autoComplete="off"
          maxLength={longestSubject}
          placeholder="Pours fail at position 4"
          error={errors.get('subject')}
        />
        <SelectField
          label="Assignee"
          data={assigneeChoices(data?.assignees ?? [])}
          value={assigneeId}
          onChange={({ currentTarget }) => setAssignee(currentTarget.value)}
          error={errors.get('assigneeId')}
        />
        <NoteFields label="First note" error={errors.get('note')} />
      </SentFields>
    </DialogForm>
  );
}
