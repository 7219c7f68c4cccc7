import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { home } from '../import-graph.ts';
import { runIn } from '../testing/installation.ts';
import { callTypes } from './call-types.ts';

// A call whose published types differ from those of the contract is named by the error of the compiler.
const comparison = `
import type { Calls } from '../../client/calls.ts';
import type { Calls as Published } from './published.d.ts';

type Same<A, B> = [A, B] extends [B, A] ? true : false;
/** The contract takes what the package takes; the package leaves out parts that may be empty. */
type Taken<Name extends keyof Published> =
  Required<Published[Name]['input']> extends Calls[Name]['input'] ? true : false;
type Wrong = {
  [Name in keyof Published]: [
    Same<Published[Name]['output'], Calls[Name]['output']>,
    Taken<Name>,
  ] extends [true, true] ? never : Name;
}[keyof Published];
type Vague = { [Name in keyof Published]: unknown extends Published[Name]['output'] ? Name : never }[keyof Published];

export const right: [Wrong, Vague] extends [never, never] ? true : [Wrong, Vague] = true;
export const known: Published['getSalesReport']['output']['totalSales'] = 1;
`;

test('the types of the package are those of the contract', async () => {
  // Within the repository, whose packages the contract imports.
  const folder = await mkdtemp(join(home, 'build/client-types-'));
  try {
    await writeFile(join(folder, 'published.d.ts'), callTypes());
    await writeFile(join(folder, 'comparison.ts'), comparison);
    const options = {
      extends: '../../tsconfig.base.json',
      compilerOptions: { lib: ['es2023'], types: ['node'] },
      files: ['comparison.ts'],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options));
    const checked = await runIn(home, ['node_modules/typescript/bin/tsc', '-p', folder], {});
    expect(checked).toEqual({ code: 0, out: '', err: '' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
