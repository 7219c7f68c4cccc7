import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { TextField } from '../../ui/fields.tsx';
import { TermLabel, WithTerm } from './term-label.tsx';

const show = () =>
  render(
    <MantineProvider env="test">
      <h3>
        <TermLabel term="credentials">Payment credentials</TermLabel>
      </h3>
      <WithTerm term="threshold" label="Threshold %" required>
        <TextField label="Threshold %" required />
      </WithTerm>
    </MantineProvider>,
  );

test('a label explains its term and leads to it among all terms', async () => {
  const user = userEvent.setup();
  show();
  const opener = screen.getByRole('button', { name: 'Help' });
  expect(opener).toHaveAccessibleDescription('Threshold %');
  await user.click(opener);
  const popUp = await screen.findByRole('dialog', { name: 'Threshold' });
  expect(popUp).toHaveTextContent('a restock notice is sent');
  // Read from its start, and not from the link at its end.
  await waitFor(() => expect(within(popUp).getByText('Threshold')).toHaveFocus());
  expect(within(popUp).getByRole('link', { name: /^All terms/ })).toHaveAttribute(
    'href',
    '/help#threshold',
  );
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(opener).toHaveFocus();
});

test('keeps the names of headings and fields', () => {
  show();
  expect(screen.getByRole('heading')).toHaveAccessibleName('Payment credentials');
  expect(screen.getByRole('textbox')).toHaveAccessibleName('Threshold %');
});
