import { Textarea } from '@mantine/core';
import type { TextareaProps } from '@mantine/core';

/** A field of several lines that grows with what is typed; apart from the others, because few screens need it. */
export const TextAreaField = (props: TextareaProps & { readonly label: string }) => (
  <Textarea size="sm" autosize {...props} />
);
