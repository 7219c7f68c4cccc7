/** Why a provider could not tell, in words that may stand in the log: never what was sent or what came back. */
export class ReaderProblem extends Error {
  override name = 'ReaderProblem';
}
