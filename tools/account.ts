// npm run account: lists, creates, locks and unlocks accounts, and makes links for new passwords; see docs/operations.md.
import { terminalOfProcess } from './terminal.ts';
import { runAccount } from './account/run-account.ts';

process.exitCode = await runAccount(process.argv.slice(2), terminalOfProcess());
