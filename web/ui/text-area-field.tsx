import { Textarea } from '@mantine/core';
import type { TextareaProps } from '@mantine/core';

/** Auto-growing text area; a separate file, because the first load of a screen contains only the field kinds it uses. */
export const TextAreaField = (props: TextareaProps & { readonly label: string }) => (
  <Textarea size="sm" autosize {...props} />
);
