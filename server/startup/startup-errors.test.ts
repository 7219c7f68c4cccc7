import { expect, test } from 'vitest';
import { readEnvironment } from './env.ts';
import { explainStartupError } from './startup-errors.ts';

const environment = readEnvironment({ DATA_DIR: '/srv/barback' }, '/');

const denied = (path: object) =>
  Object.assign(new Error('permission denied'), { code: 'EACCES', syscall: 'open', ...path });

test('a file that may not be read is named', () => {
  const message = explainStartupError(denied({ path: '/srv/barback/jwt-secret' }), environment);
  expect(message).toMatch(
    /^The file \/srv\/barback\/jwt-secret in the data folder \/srv\/barback may not be read/,
  );
});

test('a system call without a file names the folder', () => {
  const message = explainStartupError(denied({}), environment);
  expect(message).toMatch(/^A file in the data folder \/srv\/barback may not be read/);
});
