import { NumberInput } from '@mantine/core';
import type { NumberInputProps } from '@mantine/core';
import type { Labelled } from './fields.tsx';

/** Number field; a separate file, because the first load of a screen contains only the field kinds it uses. */
export const NumberField = (props: Labelled<NumberInputProps>) => (
  <NumberInput size="sm" hideControls {...props} />
);
