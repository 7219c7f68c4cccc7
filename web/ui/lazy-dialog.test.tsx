import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { Dialog } from './dialog.tsx';
import { lazyDialog, lazyPart } from './lazy-dialog.tsx';

interface FormProps {
  readonly name: string;
  readonly onClose: () => void;
}
const Form = ({ name, onClose }: FormProps) => (
  <Dialog title="Add a drink" onClose={onClose}>
    <p>{name}</p>
  </Dialog>
);

function show(load: () => Promise<{ default: typeof Form }>) {
  const Part = lazyDialog('Add a drink', load);
  render(
    <MantineProvider>
      <input aria-label="Name" defaultValue="typed" />
      <Part name="Negroni" onClose={() => undefined} />
    </MantineProvider>,
  );
}

test('a dialog opens before its code has arrived', async () => {
  let arrive: (module: { default: typeof Form }) => void = () => undefined;
  show(
    () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  );
  expect(screen.getByRole('dialog', { name: 'Add a drink' })).toHaveTextContent('Loading');
  arrive({ default: Form });
  expect(await screen.findByText('Negroni')).toBeVisible();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

test('code that does not arrive is reported in the dialog, and requested again', async () => {
  let requests = 0;
  show(() => {
    requests += 1;
    return requests === 1
      ? Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
      : Promise.resolve({ default: Form });
  });
  const dialog = screen.getByRole('dialog', { name: 'Add a drink' });
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded');
  expect(dialog).toContainElement(screen.getByRole('alert'));
  expect(screen.getByLabelText('Name')).toHaveValue('typed');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Negroni')).toBeVisible();
});

const showPart = (load: Parameters<typeof lazyPart>[0]) => {
  const Part = lazyPart(load);
  render(
    <>
      <input aria-label="Name" defaultValue="typed" />
      <Suspense fallback="loading">
        <Part />
      </Suspense>
    </>,
  );
};

test('a part whose code is missing leaves the screen as it is', async () => {
  showPart(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  await expect.poll(() => screen.queryByText('loading')).toBeNull();
  expect(screen.getByLabelText('Name')).toHaveValue('typed');
});

test('a part is shown when its code has arrived', async () => {
  showPart(() => Promise.resolve({ default: () => <p>the part</p> }));
  expect(await screen.findByText('the part')).toBeVisible();
});
