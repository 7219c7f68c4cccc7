/** npm run env-example: writes .env.example from the environment schema. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listVariables } from '../server/startup/env.ts';
import { home } from './import-graph.ts';

export const envExampleFile = '.env.example';

export function envExample(): string {
  const head = [
    '# Settings of Barback; all are optional. docs/operations.md explains them.',
    '# Written by `npm run env-example` from server/startup/env.ts; a test keeps it true.',
  ];
  const entries = listVariables().flatMap(({ name, description, default: value }) => [
    '',
    `# ${description}`,
    `# ${name}=${value ?? ''}`,
  ]);
  return `${[...head, ...entries].join('\n')}\n`;
}

if (process.argv[1]?.endsWith('env-example.ts')) {
  writeFileSync(join(home, envExampleFile), envExample());
}
