/** Fields of the clock of a venue. */
import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { timeOfDayText, timeThereText } from '../../rules/nights/night-text.ts';
import { parseStart, startChoices } from '../../rules/nights/venue-clock.ts';
import { SelectField } from '../ui/fields.tsx';
import { useNow } from '../ui/now.ts';

/** `America/New York`: the names have no spaces. */
const zoneText = (timezone: string): string => timezone.replaceAll('_', ' ');

/** Names of the browser, and the one in use where the browser has another name for it. */
function zones(value: string): { value: string; label: string }[] {
  const known = Intl.supportedValuesOf('timeZone');
  const all = known.includes(value) ? known : [value, ...known];
  return all.map((name) => ({ value: name, label: zoneText(name) }));
}

interface FieldProps {
  readonly value: string;
  readonly disabled?: boolean;
  readonly onChange: (value: string) => void;
}

/** Time zone by its name, with the time there now. */
export function ZoneField({ value, disabled = false, onChange }: FieldProps) {
  const nowMs = useNow();
  return (
    <Select
      size="sm"
      label="Time zone"
      description={`It is ${timeThereText(nowMs, value)} there now`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      allowDeselect={false}
      disabled={disabled}
      limit={60}
      nothingFoundMessage="No such time zone"
      data={zones(value)}
      value={value}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
      renderOption={({ option }) => (
        <span style={{ display: 'flex', justifyContent: 'space-between', gap: 12, width: '100%' }}>
          <span>{option.label}</span>
          <span style={{ color: 'var(--dim)' }}>{timeThereText(nowMs, option.value)}</span>
        </span>
      )}
    />
  );
}

/** Half hour from midnight to noon. */
export const StartField = ({ value, disabled = false, onChange }: FieldProps) => (
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
