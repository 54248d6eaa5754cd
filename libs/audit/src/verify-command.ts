import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { verifyAudit, type AuditVerdict, type ChainHead } from './verify.js';

/**
 * The command that verifies a log: prints the verdict as JSON, and gives the exit status: 0 when the log is whole, 1
 * when something is wrong with it, 2 when it could not be read. `--against <file>` names a verdict printed earlier.
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
