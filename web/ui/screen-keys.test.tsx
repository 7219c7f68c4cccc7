import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openModals } from './dialog.tsx';
import { setLetterKeys, useScreenKeys, useSlash } from './screen-keys.ts';

afterEach(() => openModals.set([]));

function Screen() {
  const search = useSlash();
  return (
    <>
      <input ref={search} aria-label="Search" />
      <input aria-label="Name" />
      <button type="button">Other</button>
    </>
  );
}

test('a slash focuses the search field, but is typed in a field', async () => {
  const user = userEvent.setup();
  render(<Screen />);
  screen.getByRole('button').focus();
  await user.keyboard('/');
  const search = screen.getByRole('textbox', { name: 'Search' });
  expect(search).toHaveFocus();
  expect(search).toHaveValue('');
  const name = screen.getByRole('textbox', { name: 'Name' });
  await user.type(name, '1/2');
  expect(name).toHaveValue('1/2');
});

test('a slash does nothing while a dialog is open', async () => {
  render(<Screen />);
  openModals.set([document.createElement('dialog')]);
  screen.getByRole('button').focus();
  await userEvent.keyboard('/');
  expect(screen.getByRole('button')).toHaveFocus();
});

describe('two keys, one after the other', () => {
  const go = vi.fn();
  const refund = vi.fn();

  function Sequence() {
    useScreenKeys({
      'g o': { label: 'Overview', href: '/dashboard', act: go },
      r: { label: 'Refund', act: refund },
    });
    return <input aria-label="Name" />;
  }

  beforeEach(() => {
    go.mockClear();
    refund.mockClear();
    render(<Sequence />);
  });
  afterEach(() => setLetterKeys(true));

  test('act together, and neither alone', async () => {
    await userEvent.keyboard('og');
    expect(go).not.toHaveBeenCalled();
    await userEvent.keyboard('o');
    expect(go).toHaveBeenCalledOnce();
    await userEvent.keyboard('o');
    expect(go).toHaveBeenCalledOnce();
  });

  test('the second one is never a key of its own', async () => {
    await userEvent.keyboard('gr');
    expect(refund).not.toHaveBeenCalled();
    await userEvent.keyboard('r');
    expect(refund).toHaveBeenCalledOnce();
  });

  test('do nothing while text is typed', async () => {
    await userEvent.type(screen.getByRole('textbox'), 'go');
    await userEvent.keyboard('g');
    expect(screen.getByRole('textbox')).toHaveValue('gog');
    expect(go).not.toHaveBeenCalled();
  });

  test('CMD-05 do nothing where single keys are off', async () => {
    setLetterKeys(false);
    await userEvent.keyboard('gor');
    expect(go).not.toHaveBeenCalled();
    expect(refund).not.toHaveBeenCalled();
  });
});
