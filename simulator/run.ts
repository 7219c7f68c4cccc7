/** npm run simulate: from command-line arguments to the summary and the exit code. */
import { barRhythm } from '../rules/simulation/bar-rhythm.ts';
import { ApiError } from '../web/api/api-error.ts';
import { closingText } from './closing.ts';
import type { Screen } from './live-line.ts';
import { readOptions, type SimulatorOptions, usage } from './options.ts';
import { SimulatorError } from './error.ts';
import { simulate, type Stage } from './simulation.ts';

export interface Terminal extends Stage {
  err: Screen;
}

/** Exit code: 0 when every order is in the report to the cent; 1 when not, or when nothing could be simulated. */
export async function runSimulator(args: readonly string[], terminal: Terminal): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    terminal.out.write(`${usage}\n`);
    return 0;
  }
  try {
    const options = readOptions(args);
    refuseClosedBar(options, terminal.endsAtMs ?? Date.now());
    const outcome = await simulate(options, terminal);
    terminal.out.write(closingText(outcome));
    return outcome.differing.length === 0 && outcome.unsent === 0 ? 0 : 1;
  } catch (error) {
    terminal.err.write(`${errorMessage(error)}\n`);
    return 1;
  }
}

function errorMessage(error: unknown): string {
  if (error instanceof ApiError && error.status === 0) {
    return 'No response from this address: is Barback running there?';
  }
  if (error instanceof SimulatorError || error instanceof ApiError) return error.message;
  throw error;
}

const stepMs = 600_000;

/** Rejects a simulation that falls entirely within closing hours. */
function refuseClosedBar({ rush, timezone, lifeMs, speed }: SimulatorOptions, nowMs: number): void {
  const endMs = nowMs + (speed === null ? 0 : lifeMs / speed);
  const rhythm = barRhythm(timezone);
  if (rush || rhythm(endMs) > 0) return;
  for (let ms = endMs - lifeMs; ms < endMs; ms += stepMs) if (rhythm(ms) > 0) return;
  throw new SimulatorError(
    'The bar is closed from 2 to 11 in the morning, and that is all of this time: give --days, --rush or another --timezone.',
  );
}
