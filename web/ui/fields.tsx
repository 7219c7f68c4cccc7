/** The fields of most forms: label above, description and error below, in one look. Rarer ones have files of their own. */
import { NativeSelect, TextInput } from '@mantine/core';
import type { NativeSelectProps, TextInputProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

/** Every field has a name that is seen. */
export type Labelled<Props> = Props & { readonly label: string };

const size = 'sm';

export const TextField = (props: Labelled<TextInputProps>) => <TextInput size={size} {...props} />;

/** The platform's own list: quick on a phone, typed into on a keyboard. */
export const SelectField = (props: Labelled<NativeSelectProps>) => (
  <NativeSelect
    size={size}
    rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden="true" />}
    {...props}
  />
);
