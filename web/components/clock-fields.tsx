/** Fields of the clock of a venue. */
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { timeOfDayText, timeThereText } from '../../rules/nights/night-text.ts';
import { parseStart, startChoices } from '../../rules/nights/venue-clock.ts';
import { SelectField, TextField } from '../ui/fields.tsx';
import { lazyPart } from '../ui/lazy-dialog.tsx';
import { useNow } from '../ui/hooks.ts';
import { zoneText } from './timezone-choice.ts';

const ZoneSelect = lazyPart(async () => ({
  default: (await import('./zone-select.tsx')).ZoneSelect,
}));

interface ClockFieldProps {
  readonly value: string;
  readonly disabled?: boolean;
  readonly onChange: (value: string) => void;
}

/** Time zone by its name, with the time there now. */
export function ZoneField({ value, disabled = false, onChange }: ClockFieldProps) {
  const nowMs = useNow();
  const [isUsed, setUsed] = useState(false);
  const description = `It is ${timeThereText(nowMs, value)} there now`;
  const closed = (
    <TextField
      label="Time zone"
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      aria-haspopup="listbox"
      readOnly
      disabled={disabled}
      value={zoneText(value)}
      rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden="true" />}
      onFocus={() => setUsed(true)}
      onClick={() => setUsed(true)}
    />
  );
  if (!isUsed) return closed;
  return (
    <Suspense fallback={closed}>
      <ZoneSelect value={value} onChange={onChange} nowMs={nowMs} description={description} />
    </Suspense>
  );
}

/** Half hour from midnight to noon. */
export const StartField = ({ value, disabled = false, onChange }: ClockFieldProps) => (
  <SelectField
    label="The day starts at"
    value={value}
    disabled={disabled}
    data={startChoices.map((text) => ({
      value: text,
      label: timeOfDayText(parseStart(text) ?? 0),
    }))}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);
