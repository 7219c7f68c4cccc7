import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest; started last, one of them would leave the other workers without work. */
const longest = [
  '/resilience/query-plans/',
  '/resilience/faults/',
  '/tools/citus/distribute.test.ts',
  '/resilience/authorization/matrix.test.ts',
  '/server/worker/worker.test.ts',
];

const place = ({ moduleId }: TestSpecification): number => {
  const index = longest.findIndex((part) => moduleId.includes(part));
  return index === -1 ? longest.length : index;
};

/** Starts the longest files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}
