import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ConfirmHost } from '../ui/confirm.tsx';
import { DialogForm } from './sent-form.tsx';

const closed = vi.fn<() => void>();
const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

function open({ isPending = false } = {}) {
  closed.mockReset();
  render(
    <MantineProvider>
      <DialogForm
        title="Add plan"
        submit="Add"
        sending={{ error: null, isPending }}
        onSend={() => undefined}
        onClose={closed}
      >
        <label>
          Name <input name="name" />
        </label>
        <label>
          Off <input type="checkbox" />
        </label>
      </DialogForm>
      <ConfirmHost />
    </MantineProvider>,
  );
}
const cancel = () => user.click(screen.getByText('Cancel'));

test('a dialog in which nothing was typed closes at once', async () => {
  open();
  await user.click(screen.getByLabelText('Off'));
  await cancel();
  expect(closed).toHaveBeenCalledOnce();
});

test('a dialog asks before typed text is lost', async () => {
  open();
  await user.type(screen.getByLabelText('Name'), 'Happy hour');
  await cancel();
  await user.click(await screen.findByText('Keep editing'));
  expect(closed).not.toHaveBeenCalled();
  await cancel();
  await user.click(await screen.findByText('Discard'));
  expect(closed).toHaveBeenCalledOnce();
});

test('a dialog stays open while it is being sent', async () => {
  open({ isPending: true });
  expect(screen.getByText('Cancel').closest('button')).toBeDisabled();
  screen.getByRole('dialog', { hidden: true }).dispatchEvent(new Event('cancel'));
  await cancel();
  expect(closed).not.toHaveBeenCalled();
});
