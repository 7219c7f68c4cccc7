import { PasswordInput } from '@mantine/core';
import type { PasswordInputProps } from '@mantine/core';
import type { Labelled } from './fields.tsx';

/** The toggle is named, and the field is marked as invalid: of all fields this one is not by itself. */
export const PasswordField = (props: Labelled<PasswordInputProps>) => (
  <PasswordInput
    size="sm"
    aria-invalid={props.error ? true : undefined}
    visibilityToggleButtonProps={{ 'aria-label': 'Show what was typed' }}
    {...props}
  />
);
