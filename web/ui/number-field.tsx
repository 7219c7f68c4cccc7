import { NumberInput } from '@mantine/core';
import type { NumberInputProps } from '@mantine/core';
import type { Labelled } from './fields.tsx';

export const NumberField = (props: Labelled<NumberInputProps>) => (
  <NumberInput size="sm" hideControls {...props} />
);
