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

test.each<[string, object]>([
  ['Connection terminated unexpectedly', {}],
  ['query_wait_timeout', { code: '08P01' }],
])('"%s" is a database that cannot be reached', (message, code) => {
  const error = Object.assign(new Error(message), code);
  expect(explainStartupError(error, environment)).toMatch(
    /^The database at \/srv\/barback cannot be reached/,
  );
});

test('a statement that the database has cancelled is no database that cannot be reached', () => {
  const message = 'canceling statement due to statement timeout';
  const error = Object.assign(new Error(message), { code: '57014' });
  expect(explainStartupError(error, environment)).toBe(`Barback could not start: ${message}.`);
});

test('a system call without a file names the folder', () => {
  const message = explainStartupError(denied({}), environment);
  expect(message).toMatch(/^A file in the data folder \/srv\/barback may not be read/);
});
