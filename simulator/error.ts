/** Something the person at the terminal has to know or mend; its message is shown as it is. */
export class SimulatorError extends Error {
  override readonly name = 'SimulatorProblem';
}
