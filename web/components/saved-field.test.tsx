import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { SavedField } from './saved-field.tsx';

const sent = vi.fn<(text: string) => void>();

function Field({ was, secret = false }: { readonly was: string; readonly secret?: boolean }) {
  const [stored, setStored] = useState(was);
  return (
    <SavedField
      id={`field ${was}`}
      label="Tax"
      stored={stored}
      delayMs={null}
      suffix="%"
      secret={secret}
      save={async (text) => {
        sent(text);
        setStored(secret ? '••••7890' : String(Number(text)));
      }}
    />
  );
}

const show = (was: string, secret = false) => {
  sent.mockReset();
  render(
    <MantineProvider>
      <Field was={was} secret={secret} />
    </MantineProvider>,
  );
  return screen.getByLabelText('Tax');
};

test('Enter saves a field that is saved on leaving, which shows the change and undoes it', async () => {
  const box = show('8.875');
  fireEvent.change(box, { target: { value: '10.0' } });
  expect(sent).not.toHaveBeenCalled();
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(await screen.findByText('8.875% → 10%')).toBeInTheDocument();
  expect(sent.mock.calls).toEqual([['10.0']]);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  expect(sent.mock.calls).toEqual([['10.0'], ['8.875']]);
  expect(box).toHaveValue('8.875');
  expect(box).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('of a secret it shows that it was changed, and nothing else', async () => {
  const box = show('••••1234', true);
  fireEvent.change(box, { target: { value: 'sk_test_567890' } });
  fireEvent.blur(box);
  expect(await screen.findByText('Changed')).toBeInTheDocument();
  expect(document.body.textContent).not.toMatch(/1234|7890/);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
