import { expect, test } from 'vitest';
// @ts-expect-error The scripts that run before the installation are plain JavaScript.
import { findLack } from './check-machine.mjs';

const enough = {
  folders: [{ path: '/project', freeBytes: 9e9 }],
  memoryBytes: 4e9,
  portError: null,
};

test.each([
  ['enough', {}, null],
  [
    'disk space',
    { folders: [...enough.folders, { path: '/tmp', freeBytes: 2e8 }] },
    'The tests need 3.0 GB of disk space in /tmp, which has 0.2 GB',
  ],
  ['memory', { memoryBytes: 1e9 }, 'The tests need 2.0 GB of memory, and 1.0 GB is free'],
  ['ports', { portError: 'EPERM' }, 'ports of 127.0.0.1, and none can be opened (EPERM)'],
])('finds out whether a machine lacks %s', (_, differs, message) => {
  const lack = findLack({ ...enough, ...differs });
  if (message === null) expect(lack).toBeNull();
  else expect(lack).toContain(message);
});
