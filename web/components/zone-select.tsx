/** Search for a time zone, in a file of its own: it is loaded when the field is first used. */
import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { timeThereText } from '../../rules/nights/night-text.ts';
import { zoneText } from './clock-fields.tsx';
import type { ClockFieldProps } from './clock-fields.tsx';

/** Names of the browser, and the one in use where the browser has another name for it. */
function zones(value: string): { value: string; label: string }[] {
  const known = Intl.supportedValuesOf('timeZone');
  const all = known.includes(value) ? known : [value, ...known];
  return all.map((name) => ({ value: name, label: zoneText(name) }));
}

interface ZoneSelectProps extends ClockFieldProps {
  readonly nowMs: number;
  readonly description: string;
}

export const ZoneSelect = ({ value, onChange, nowMs, description }: ZoneSelectProps) => (
  <Select
    size="sm"
    label="Time zone"
    description={description}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    autoFocus
    defaultDropdownOpened
    searchable
    allowDeselect={false}
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
