import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { verifyAudit, type AuditVerdict, type ChainHead } from './verify.js';

/**
 * Verifies a log and prints the verdict as JSON. Returns the exit status: 0 if the log is intact, 1 if it has faults, 2 if
 * it could not be read. `--against <file>` names an earlier verdict.
 */
export async function runAuditVerify(systemUrl: string, args: string[]): Promise<number> {
  try {
    const verdict = await verifyAudit(systemUrl, await earlierHeads(args));
    process.stdout.write(`${JSON.stringify(verdict, undefined, 2)}\n`);
    return verdict.faults.length > 0 ? 1 : 0;
  } catch (error) {
    process.stderr.write(`The audit log could not be verified: ${(error as Error).message}\n`);
    return 2;
  }
}

async function earlierHeads(args: string[]): Promise<ChainHead[]> {
  const { values } = parseArgs({ args, options: { against: { type: 'string' } } });
  if (!values.against) return [];
  const { heads } = JSON.parse(await readFile(values.against, 'utf8')) as Partial<AuditVerdict>;
  if (!heads) throw new Error(`${values.against} holds no verdict`);
  return heads;
}
