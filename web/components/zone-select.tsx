/** Search for a time zone, in a file of its own: it is loaded when the field is first used. */
import '@mantine/core/styles/Combobox.layer.css';
import { Select } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { timeThereText } from '../../rules/nights/night-text.ts';
import { zoneText } from './timezone-choice.ts';

/** Names of the browser, and the one in use where the browser has another name for it. */
function zones(value: string): { value: string; label: string }[] {
  const known = Intl.supportedValuesOf('timeZone');
  const all = known.includes(value) ? known : [value, ...known];
  return all.map((name) => ({ value: name, label: zoneText(name) }));
}

/** The field that it takes the place of had the focus. */
const focusNow = (input: HTMLInputElement | null): void => input?.focus();

interface ZoneSelectProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly nowMs: number;
  readonly description: string;
}

export const ZoneSelect = ({ value, onChange, nowMs, description }: ZoneSelectProps) => (
  <Select
    size="sm"
    label="Time zone"
    description={description}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    ref={focusNow}
    defaultDropdownOpened
    searchable
    allowDeselect={false}
    rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden="true" />}
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
