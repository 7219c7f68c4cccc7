/** Steps from a new venue to its first sale, in their order. */
export const firstStepNames = ['unit', 'key', 'bottles', 'drinks', 'reader', 'contacts'] as const;
export type FirstStepName = (typeof firstStepNames)[number];

export interface FirstStep {
  name: FirstStepName;
  isDone: boolean;
}

/** The steps of a venue that has not sold; none when all of them are done. */
export function firstSteps(done: Readonly<Record<FirstStepName, boolean>>): FirstStep[] {
  const steps = firstStepNames.map((name) => ({ name, isDone: done[name] }));
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}
