import { MantineProvider } from '@mantine/core';
import { createEvent, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { TextField } from '../../ui/fields.tsx';
import { openModals } from '../../ui/dialog.tsx';
import { TermLabel, WithTerm } from './term-label.tsx';

afterEach(() => openModals.set([]));

/** @param env test: without transitions and portals */
const show = (env: 'default' | 'test' = 'test') =>
  render(
    <MantineProvider env={env}>
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
  expect(within(popUp).getByRole('link', { name: /^All terms/ })).toHaveAttribute(
    'href',
    '/help#threshold',
  );
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(opener).toHaveFocus();
});

test('within a dialog it opens in the dialog, which stays open on Escape', async () => {
  const user = userEvent.setup();
  const { container } = show('default');
  const dialog = document.createElement('dialog');
  container.append(dialog);
  openModals.set([dialog]);
  await user.click(screen.getByRole('button', { name: 'Payment credentials' }));
  const link = await within(dialog).findByText('All terms');
  const escape = createEvent.keyDown(link, { key: 'Escape' });
  fireEvent(link, escape);
  expect(escape.defaultPrevented).toBe(true);
  expect(dialog).toBeEmptyDOMElement();
});

test('keeps the names of headings and fields', () => {
  show();
  expect(screen.getByRole('heading')).toHaveAccessibleName('Payment credentials');
  expect(screen.getByRole('textbox')).toHaveAccessibleName('Threshold %');
});
