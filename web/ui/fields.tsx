/** The fields of every form: label above, description and error below, in one look. */
import { NativeSelect, NumberInput, PasswordInput, TextInput } from '@mantine/core';
import type {
  NativeSelectProps,
  NumberInputProps,
  PasswordInputProps,
  TextInputProps,
} from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

/** Every field has a name that is seen. */
type Labelled<Props> = Props & { readonly label: string };

const size = 'sm';

export const TextField = (props: Labelled<TextInputProps>) => <TextInput size={size} {...props} />;

/** The toggle is named, and the field is marked as invalid: of all fields this one is not by itself. */
export const PasswordField = (props: Labelled<PasswordInputProps>) => (
  <PasswordInput
    size={size}
    aria-invalid={props.error ? true : undefined}
    visibilityToggleButtonProps={{ 'aria-label': 'Show what was typed' }}
    {...props}
  />
);

/** The platform's own list: quick on a phone, typed into on a keyboard. */
export const SelectField = (props: Labelled<NativeSelectProps>) => (
  <NativeSelect
    size={size}
    rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden="true" />}
    {...props}
  />
);

export const NumberField = (props: Labelled<NumberInputProps>) => (
  <NumberInput size={size} hideControls {...props} />
);
