// Programs that tests start, ended with the process of the tests: a setup that fails or times out stops none of them.
import type { ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();

function endAll(): void {
  for (const child of running) child.kill('SIGTERM');
}

process.once('exit', endAll);
// Vitest ends its workers so.
process.once('SIGTERM', () => {
  endAll();
  process.kill(process.pid, 'SIGTERM');
});

/** Ends the program when this process ends, unless it has ended before. */
export function untilExit<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}
