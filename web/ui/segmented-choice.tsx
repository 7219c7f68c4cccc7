import { useMantineColorScheme } from '@mantine/core';
import { useId } from 'react';
import styles from './segmented-choice.module.css';

interface SegmentedChoiceProps<Value extends string> {
  /** Accessible name of the group. */
  readonly label: string;
  readonly options: Readonly<Partial<Record<Value, string>>>;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One of a few options, all of them visible. */
export function SegmentedChoice<Value extends string>(props: SegmentedChoiceProps<Value>) {
  const { label, options, value, onChange } = props;
  const name = useId();
  const isOption = (text: string): text is Value => Object.hasOwn(options, text);
  return (
    <fieldset className={styles['choice']}>
      <legend className="sr-only">{label}</legend>
      {Object.entries<string | undefined>(options).map(([option, text]) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            checked={option === value}
            onChange={() => isOption(option) && onChange(option)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

const schemes = { light: 'Light', dark: 'Dark', auto: 'System' } as const;

/** The color scheme: a fixed one, or that of the system. */
export function ColorSchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedChoice
      label="Appearance"
      options={schemes}
      value={colorScheme}
      onChange={setColorScheme}
    />
  );
}
