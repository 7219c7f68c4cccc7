import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { TagsInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../api/api-error.ts';
import { updateUnitDetails } from '../../api/units.ts';
import type { Unit } from '../../api/units.ts';

/** Parses a number by the same rule as the server. */
async function parse(text: string): Promise<string | null> {
  const { parseUsPhone } = await import('../../../lib/phone.ts');
  return parseUsPhone(text);
}

/** Phone numbers as tags. A separator completes a tag only when the text before it is a number. */
export function ContactsField({ unit }: { readonly unit: Unit }) {
  const [text, setText] = useState('');
  const [note, setNote] = useState<string | null>(null);
  const save = useMutation({
    // Runs one save at a time: each is checked against the contacts that the one before it stored.
    scope: { id: `contacts of unit ${unit._id}` },
    mutationFn: (contacts: string[]) => updateUnitDetails(unit, { contacts }),
  });
  const shown = save.isPending ? save.variables : unit.contacts;

  const close = async (typed: string) => {
    const number = await parse(typed);
    if (number === null) return false;
    setText('');
    setNote(null);
    if (!shown.includes(number)) save.mutate([...shown, number]);
    return true;
  };

  return (
    <TagsInput
      label="Contacts"
      description="US phone numbers for restock notices. Each is asked by text message first."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={[...shown]}
      searchValue={text}
      splitChars={[]}
      acceptValueOnBlur={false}
      error={save.error ? errorMessage(save.error) : note}
      onSearchChange={(typed) => {
        setNote(null);
        setText(typed);
        if (/[\s,]$/.test(typed)) void close(typed.replace(/[\s,]+$/, ''));
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        event.stopPropagation();
        void close(text);
      }}
      onRemove={(number) => save.mutate(shown.filter((other) => other !== number))}
      onBlur={() => {
        if (text.trim() === '') return;
        void close(text).then((closed) => {
          if (!closed) setNote(`${text.trim()} is not a US phone number`);
          return closed;
        });
      }}
    />
  );
}
