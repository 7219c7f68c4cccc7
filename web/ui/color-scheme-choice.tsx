import { useMantineColorScheme } from '@mantine/core';
import { SegmentedChoice } from './segmented-choice.tsx';

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
