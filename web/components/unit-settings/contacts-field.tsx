import { TagsInput } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { type ClipboardEvent, useRef, useState } from 'react';
import { contactsNow, type Unit, updateUnitDetails } from '../../api/units.ts';
import { ConflictChoice, useSavedField } from '../saved-field.tsx';
import { WithTerm } from '../terms/term-label.tsx';

/** Parses a number by the same rule as the server. */
async function parse(text: string): Promise<string | null> {
  const { parseUsPhone } = await import('../../../lib/phone.ts');
  return parseUsPhone(text);
}

const toText = (numbers: readonly string[]): string => numbers.join(' ');
const toNumbers = (text: string): string[] => text.split(' ').filter((number) => number !== '');
const separators = /[,;\r\n\t]/;

/** A space may be part of a number. */
const partsOf = (text: string): string[] =>
  text
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '');
const isWrong = (parts: readonly string[]): string =>
  `${parts.join(', ')} ${parts.length === 1 ? 'is not a US phone number' : 'are not US phone numbers'}`;

/**
 * Phone numbers as tags. A separator completes a tag only when the text before it is a number. They are saved like the
 * text of a field: one save at a time, each against the contacts that the one before it stored.
 */
export function ContactsField({ unit }: { readonly unit: Unit }) {
  const [text, setText] = useState('');
  const [note, setNote] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);
  const field = useSavedField({
    id: `unit ${unit._id} contacts`,
    stored: toText(unit.contacts),
    delayMs: 0,
    mayBeEmpty: true,
    save: (typed) => updateUnitDetails(unit, { contacts: toNumbers(typed) }),
  });

  /** Adds what is a number; the rest stays in the box. */
  const close = async (typed: string) => {
    const parsed = await Promise.all(
      partsOf(typed).map(async (part) => ({ part, number: await parse(part) })),
    );
    const added = parsed.flatMap(({ number }) => number ?? []);
    const wrong = parsed.filter(({ number }) => number === null).map(({ part }) => part);
    if (added.length === 0) return wrong;
    const kept = field.typedNow();
    const before = kept === null ? contactsNow(unit) : toNumbers(kept);
    field.type(toText([...new Set([...before, ...added])]));
    // What was typed while the text was parsed stays.
    const done = new Set(parsed.filter(({ number }) => number).map(({ part }) => part));
    setText((now) =>
      now
        .split(separators)
        .filter((part) => !done.has(part.trim()))
        .join(', ')
        .trimStart(),
    );
    setNote(null);
    return wrong;
  };
  const report = (wrong: readonly string[]) => {
    if (wrong.length > 0) setNote(isWrong(wrong));
  };

  const paste = (event: ClipboardEvent) => {
    // The component would take the whole text as one tag.
    event.stopPropagation();
    const pasted = event.clipboardData.getData('text');
    if (partsOf(pasted).length < 2) return;
    event.preventDefault();
    setText(pasted);
    void close(pasted).then((wrong) => {
      setText(wrong.join(', '));
      return report(wrong);
    });
  };

  return (
    <div onPasteCapture={paste}>
      <WithTerm term="contact" label="Contacts">
        <TagsInput
          ref={box}
          label="Contacts"
          description="US phone numbers for restock notices. Each is asked by text message first."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={toNumbers(field.text)}
          searchValue={text}
          splitChars={[]}
          acceptValueOnBlur={false}
          error={field.error ?? note}
          onSearchChange={(typed) => {
            setNote(null);
            setText(typed);
            if (/[\s,;]$/.test(typed)) void close(typed.replace(/[\s,;]+$/, ''));
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            event.stopPropagation();
            void close(text);
          }}
          onRemove={(number) => {
            const numbers = toNumbers(field.typedNow() ?? toText(contactsNow(unit)));
            field.type(toText(numbers.filter((other) => other !== number)));
          }}
          onBlur={() => {
            field.leave();
            if (text.trim() !== '') void close(text).then(report);
          }}
        />
      </WithTerm>
      {field.conflict && <ConflictChoice field={field} onChosen={() => box.current?.focus()} />}
    </div>
  );
}
