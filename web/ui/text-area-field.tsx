import { Textarea } from '@mantine/core';
import type { TextareaProps } from '@mantine/core';

/** Auto-growing text area; a separate file, because few screens need it. */
export const TextAreaField = (props: TextareaProps & { readonly label: string }) => (
  <Textarea size="sm" autosize {...props} />
);
