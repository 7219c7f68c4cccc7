import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { longestNote } from '../../../rules/fleet/tickets.ts';
import type { Assignee } from '../../api/tickets.ts';
import { Choice } from '../../components/choices.tsx';

interface NoteFieldsProps {
  readonly label: string;
  readonly error: string | undefined;
}

/** A note of a ticket, and whether the venue sees it. */
export function NoteFields({ label, error }: NoteFieldsProps) {
  const [isShared, setShared] = useState(false);
  return (
    <>
      <Textarea
        label={label}
        name="note"
        size="sm"
        autosize
        minRows={2}
        maxRows={12}
        maxLength={longestNote}
        error={error}
      />
      <Choice
        type="checkbox"
        name="shared"
        checked={isShared}
        onChange={() => setShared(!isShared)}
        label="Share with the venue"
        hint="Its people read the note in the history of the unit, and nothing else of the ticket."
      />
    </>
  );
}

export const assigneeChoices = (assignees: readonly Assignee[]) => [
  { value: '', label: 'Nobody' },
  ...assignees.map(({ id, name }) => ({ value: id, label: name })),
];
