import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { verifyAudit, type AuditVerdict } from './verify.js';

/**
 * The command that verifies a log: prints the verdict as JSON, and gives the exit status, 1 when something is wrong.
 * `--against <file>` names a verdict that was printed earlier.
 */
export async function runAuditVerify(systemUrl: string, args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { against: { type: 'string' } } });
  const earlier = values.against ? (JSON.parse(await readFile(values.against, 'utf8')) as AuditVerdict).heads : [];
  const verdict = await verifyAudit(systemUrl, earlier);
  process.stdout.write(`${JSON.stringify(verdict, undefined, 2)}\n`);
  return verdict.faults.length > 0 ? 1 : 0;
}
