/** Messages for rejected fields whose schema has none of its own, in place of the validator's. */
import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const required = 'This is required';

const kinds: Readonly<Record<string, string>> = {
  string: 'Use text',
  number: 'Use a number',
  int: 'Use a whole number',
  boolean: 'Use true or false',
  array: 'Use a list',
  object: 'Use an object',
  record: 'Use an object',
};

/** Units of a limit, by what is limited: `at most 20 entries`. */
const things: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: [' character', ' characters'],
  array: [' entry', ' entries'],
};

function limitOf(limit: number | bigint, origin: string): string {
  const [one, many] = things[origin] ?? ['', ''];
  return `${limit.toLocaleString('en-US')}${Number(limit) === 1 ? one : many}`;
}

/** `more than 0` where the limit itself is refused, `at least 1` where it is not. */
const least = ({ minimum, inclusive, origin }: Issue & { code: 'too_small' }): string =>
  `Use ${inclusive === false ? 'more than' : 'at least'} ${limitOf(minimum, origin)}`;

const most = ({ maximum, inclusive, origin }: Issue & { code: 'too_big' }): string =>
  `Use ${inclusive === false ? 'less than' : 'at most'} ${limitOf(maximum, origin)}`;

/** Error map for `safeParse`; a message of the schema takes precedence. */
export function fieldMessage(issue: Issue): string {
  if (issue.code === 'too_small') return least(issue);
  if (issue.code === 'too_big') return most(issue);
  if (issue.input === undefined) return required;
  if (issue.code === 'invalid_type') return kinds[issue.expected] ?? 'Use another value';
  if (issue.code === 'invalid_value') return `Use ${issue.values.map(String).join(' or ')}`;
  if (issue.code === 'unrecognized_keys') return `Leave out ${issue.keys.join(', ')}`;
  return 'Use another value';
}
