import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { Labelled } from './fields.tsx';

/**
 * Password field; a separate file, because the first load of a screen contains only the field kinds it uses. Labels the
 * toggle, makes it reachable by Tab, and marks the field as invalid, which Mantine does not do for this field.
 */
export const PasswordField = (props: Labelled<PasswordInputProps>) => (
  <PasswordInput
    size="sm"
    aria-invalid={props.error ? true : undefined}
    visibilityToggleButtonProps={{ 'aria-label': 'Show what was typed', tabIndex: 0 }}
    {...props}
  />
);
