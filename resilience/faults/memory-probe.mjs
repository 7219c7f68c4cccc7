// Loaded into the product with NODE_OPTIONS=--import: on SIGUSR2 it collects garbage and writes the remaining
// memory.
import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
const file = process.env['MEMORY_PROBE_FILE'];

if (file !== undefined) {
  process.on('SIGUSR2', () => {
    collect();
    // Objects released in the first collection may free more in the second.
    setTimeout(() => {
      collect();
      appendFileSync(file, `${JSON.stringify(process.memoryUsage())}\n`);
    }, 200);
  });
}
