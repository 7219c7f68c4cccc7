/** Error the user at the terminal must fix; its message is shown as it is. */
export class SimulatorError extends Error {
  override readonly name = 'SimulatorError';
}
