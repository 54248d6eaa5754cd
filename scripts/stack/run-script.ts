import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TIMEOUT_MS = 120_000;

/**
 * Runs a compiled module to its end and returns what it wrote to stdout.
 * @throws Error with the last lines that it wrote to stderr or stdout
 */
export async function runScript(name: string, script: string, env: NodeJS.ProcessEnv): Promise<string> {
  try {
    const args = ['--enable-source-maps', script];
    const { stdout } = await run(process.execPath, args, { env, timeout: TIMEOUT_MS, maxBuffer: 16 * 1024 * 1024 });
    return stdout;
  } catch (cause) {
    const { stderr = '', stdout = '' } = cause as { stderr?: string; stdout?: string };
    const said = (stderr.trim() || stdout.trim()).split('\n').slice(-8).join('\n    ');
    throw new Error(`${name} failed: ${said}`, { cause });
  }
}

/** The last line of a program's output that is a JSON object: it may have logged before. */
export function jsonOf(output: string): Record<string, unknown> {
  const whole = parse(output);
  if (whole) return whole;
  const line = output
    .trim()
    .split('\n')
    .toReversed()
    .find((one) => parse(one));
  return line ? parse(line)! : {};
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
