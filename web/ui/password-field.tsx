import { PasswordInput } from '@mantine/core';
import type { PasswordInputProps } from '@mantine/core';
import type { Labelled } from './fields.tsx';

/** Labels the toggle and marks the field as invalid, which Mantine does not do for this field. */
export const PasswordField = (props: Labelled<PasswordInputProps>) => (
  <PasswordInput
    size="sm"
    aria-invalid={props.error ? true : undefined}
    visibilityToggleButtonProps={{ 'aria-label': 'Show what was typed' }}
    {...props}
  />
);
