import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { lazyPart } from './lazy-dialog.tsx';

const show = (load: Parameters<typeof lazyPart>[0]) => {
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
  show(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  await expect.poll(() => screen.queryByText('loading')).toBeNull();
  expect(screen.getByLabelText('Name')).toHaveValue('typed');
});

test('a part is shown when its code has arrived', async () => {
  show(() => Promise.resolve({ default: () => <p>the part</p> }));
  expect(await screen.findByText('the part')).toBeVisible();
});
