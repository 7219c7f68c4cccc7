/** Common form fields: label above, description and error below, in one style. Rarer fields have their own files. */
import {
  NativeSelect,
  type NativeSelectProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';

/** Requires a visible label on every field. */
export type Labelled<Props> = Props & { readonly label: string };

const size = 'sm';

export const TextField = (props: Labelled<TextInputProps>) => <TextInput size={size} {...props} />;

const chevron = <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />;

/** Native select: fast on phones, with type-ahead on keyboards. */
export const SelectField = (props: Labelled<NativeSelectProps>) => (
  <NativeSelect size={size} rightSection={chevron} {...props} />
);

/** The same within a line of text, whose words name it. */
export const InlineSelect = (props: NativeSelectProps & { readonly 'aria-label': string }) => (
  <NativeSelect size={size} rightSection={chevron} {...props} />
);
