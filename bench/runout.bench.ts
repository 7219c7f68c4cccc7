/** Calibration of the run-out forecast on simulated evenings, beside two forecasts that others use. */
import { tryRunOuts } from '../rules/simulation/run-out-trials.ts';
import { median, report } from './outcome.ts';

const evenings = 1_000;
const mostErrorMinutes = 40;

const minutes = (value = Number.NaN): string => `${value.toFixed(0)} min`;

export function benchRunOut(): void {
  const trials = tryRunOuts(2, evenings);
  const held = trials.filter(({ isHeld }) => isHeld).length / trials.length;
  const percent = `${(100 * held).toFixed(1)} % of ${evenings} run-outs were within the 80 % span`;
  report('share of run-outs within the span', held, { least: 0.72 }, percent);
  report('share of run-outs within the span', held, { most: 0.9 }, percent);
  const [likely, flat, tonight] = (['likely', 'flatAverage', 'tonightPerHour'] as const).map(
    (name) => median(trials.map(({ errors }) => errors[name])),
  );
  report(
    `median error two hours ahead / ${mostErrorMinutes} min`,
    (likely ?? Number.NaN) / mostErrorMinutes,
    { most: 1 },
    minutes(likely),
  );
  report(
    'median error / that of the average of a week',
    (likely ?? Number.NaN) / (flat ?? Number.NaN),
    { most: 1 },
    `${minutes(likely)} against ${minutes(flat)}`,
  );
  report(
    'median error / that of the rate of tonight',
    (likely ?? Number.NaN) / (tonight ?? Number.NaN),
    { most: 1 },
    `${minutes(likely)} against ${minutes(tonight)}`,
  );
}
