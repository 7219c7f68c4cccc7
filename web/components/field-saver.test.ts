import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { FieldSaver } from './saved-field.tsx';

let saved: { text: string; response: (failure?: Error) => void }[];
let draft: string | null;
const save = (text: string) =>
  new Promise<void>((resolve, reject) => {
    saved.push({ text, response: (failure) => (failure ? reject(failure) : resolve()) });
  });
const drafts = {
  kept: () => draft,
  keep: (text: string) => {
    draft = text;
  },
  drop: () => {
    draft = null;
  },
};
const field = (mayBeEmpty = false) => new FieldSaver({ save, delayMs: 250, mayBeEmpty, drafts });
const texts = () => saved.map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
  saved = [];
  draft = null;
});

test('saves once when typing pauses, not before', async () => {
  const saver = field();
  for (const text of ['R', 'Ro', 'Roo', 'Roof']) saver.type(text);
  await vi.advanceTimersByTimeAsync(249);
  expect(texts()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(texts()).toEqual(['Roof']);
  expect(saver.state().status).toBe('saving');
  saved[0]?.response();
  await vi.advanceTimersByTimeAsync(0);
  expect(saver.state()).toEqual({ typed: null, status: 'saved', error: null, conflict: false });
});

test('an older response never reverts newer text, which is sent after it', async () => {
  const saver = field();
  saver.type('first');
  await vi.advanceTimersByTimeAsync(250);
  saver.type('second');
  await vi.advanceTimersByTimeAsync(250);
  expect(texts()).toEqual(['first']);
  saved[0]?.response();
  await vi.advanceTimersByTimeAsync(0);
  expect(saver.state().typed).toBe('second');
  expect(texts()).toEqual(['first', 'second']);
});

test('leaving the field sends pending text at once', async () => {
  const saver = field();
  saver.type('now');
  saver.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(texts()).toEqual(['now']);
});

test('a failed save is reported and keeps the text, and leaving the field retries it', async () => {
  const saver = field();
  saver.type('kept');
  await vi.advanceTimersByTimeAsync(250);
  saved[0]?.response(new Error('down'));
  await vi.advanceTimersByTimeAsync(0);
  expect(saver.state()).toMatchObject({
    typed: 'kept',
    status: 'failed',
    error: expect.any(String),
  });
  expect(draft).toBe('kept');
  saver.leave();
  await vi.advanceTimersByTimeAsync(0);
  saved[1]?.response();
  await vi.advanceTimersByTimeAsync(0);
  expect(saver.state().status).toBe('saved');
  expect(draft).toBeNull();
});

test('restores unsaved text when the field is opened again', () => {
  draft = 'from before';
  expect(field().state()).toMatchObject({ typed: 'from before', status: 'unsaved' });
});

test('an emptied required field saves nothing and restores the stored value on blur', async () => {
  const saver = field();
  saver.type('');
  await vi.advanceTimersByTimeAsync(2000);
  expect(texts()).toEqual([]);
  saver.leave();
  expect(saver.state()).toEqual({ typed: null, status: 'clean', error: null, conflict: false });
});

test('saves an empty text when the field may be empty', async () => {
  const saver = field(true);
  saver.type('');
  await vi.advanceTimersByTimeAsync(250);
  expect(texts()).toEqual(['']);
});

test('closing the page sends pending text without a delay', async () => {
  const saver = field();
  saver.type('pending');
  saver.close();
  await Promise.resolve();
  expect(texts()).toEqual(['pending']);
  expect(draft).toBeNull();
});

test('closing the page stores text as a draft when it has to follow a request in flight', async () => {
  const saver = field();
  saver.type('first');
  await vi.advanceTimersByTimeAsync(250);
  saver.type('second');
  saver.close();
  await Promise.resolve();
  expect(texts()).toEqual(['first']);
  expect(draft).toBe('second');
  saved[0]?.response();
  await vi.advanceTimersByTimeAsync(0);
  saved[1]?.response();
  await vi.advanceTimersByTimeAsync(0);
  expect(texts()).toEqual(['first', 'second']);
  expect(draft).toBeNull();
});

test('text that is no value yet is not sent, and leaving the field restores the stored value', async () => {
  const saver = new FieldSaver({
    save,
    delayMs: 250,
    mayBeEmpty: false,
    drafts,
    isPartial: (text) => text === '-',
  });
  saver.type('-');
  await vi.advanceTimersByTimeAsync(2000);
  saver.leave();
  expect(saver.state().typed).toBeNull();
  saver.type('-3');
  await vi.advanceTimersByTimeAsync(250);
  expect(texts()).toEqual(['-3']);
});

describe('after another user has changed the value', () => {
  const meet = async () => {
    const saver = field();
    saver.type('mine');
    await vi.advanceTimersByTimeAsync(250);
    saved[0]?.response(new ApiError('Changed to “theirs”', { status: 409, shape: 'message' }));
    await vi.advanceTimersByTimeAsync(0);
    return saver;
  };

  test('leaving the field and typing on send nothing', async () => {
    const saver = await meet();
    expect(saver.state()).toEqual({
      typed: 'mine',
      status: 'failed',
      error: 'Changed to “theirs”',
      conflict: true,
    });
    saver.leave();
    saver.type('mine, more');
    saver.leave();
    saver.close();
    await vi.advanceTimersByTimeAsync(2000);
    expect(texts()).toEqual(['mine']);
    expect(saver.state()).toMatchObject({ typed: 'mine, more', conflict: true });
    expect(draft).toBeNull();
  });

  test('their value is taken', async () => {
    const saver = await meet();
    saver.takeTheirs();
    expect(saver.state()).toEqual({ typed: null, status: 'clean', error: null, conflict: false });
    expect(texts()).toEqual(['mine']);
  });

  test('the own value is sent again', async () => {
    const saver = await meet();
    saver.keepMine();
    await vi.advanceTimersByTimeAsync(0);
    expect(texts()).toEqual(['mine', 'mine']);
    saved[1]?.response();
    await vi.advanceTimersByTimeAsync(0);
    expect(saver.state().status).toBe('saved');
  });
});

describe('a field that is saved on leaving', () => {
  const open = (stored = '8.875') =>
    new FieldSaver({ save, delayMs: null, mayBeEmpty: false, drafts, stored });
  const change = async (saver: FieldSaver, text: string) => {
    saver.type(text);
    saver.leave();
    await vi.advanceTimersByTimeAsync(0);
    saved.at(-1)?.response();
    await vi.advanceTimersByTimeAsync(0);
  };

  test('sends nothing while it is typed in, and once when it is left', async () => {
    const saver = open();
    for (const text of ['1', '10', '10.5']) {
      saver.type(text);
      await vi.advanceTimersByTimeAsync(60_000);
    }
    expect(texts()).toEqual([]);
    expect(saver.state().status).toBe('unsaved');
    saver.leave();
    saver.leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(texts()).toEqual(['10.5']);
  });

  test.each(['close', 'flush'] as const)('sends what is pending on %s', async (end) => {
    const saver = open();
    saver.type('10');
    saver[end]();
    await vi.advanceTimersByTimeAsync(0);
    expect(texts()).toEqual(['10']);
  });

  test('sends nothing when the stored value has been typed again', () => {
    const saver = open();
    saver.type('10');
    saver.type('8.875');
    saver.leave();
    saver.close();
    expect(texts()).toEqual([]);
    expect(saver.state()).toMatchObject({ typed: null, status: 'clean' });
  });

  test('shows the change and undoes it', async () => {
    const saver = open();
    await change(saver, '10');
    expect(saver.state()).toMatchObject({ status: 'saved', change: { from: '8.875', to: '10' } });
    saver.saveBy(save, '10');
    saver.undo();
    await vi.advanceTimersByTimeAsync(0);
    expect(texts()).toEqual(['10', '8.875']);
    saved[1]?.response();
    await vi.advanceTimersByTimeAsync(0);
    expect(saver.state().status).toBe('saved');
    expect(saver.state().change).toBeUndefined();
    saver.undo();
    expect(texts()).toEqual(['10', '8.875']);
  });

  test('text typed over a change takes the offer to undo it back', async () => {
    const saver = open();
    await change(saver, '10');
    saver.type('1');
    expect(saver.state().change).toBeUndefined();
  });

  test('an undo that somebody else has overtaken is a conflict', async () => {
    const saver = open();
    await change(saver, '10');
    saver.undo();
    await vi.advanceTimersByTimeAsync(0);
    saved[1]?.response(new ApiError('Changed to “9”', { status: 409, shape: 'message' }));
    await vi.advanceTimersByTimeAsync(0);
    expect(saver.state()).toMatchObject({ typed: '8.875', conflict: true });
  });
});
