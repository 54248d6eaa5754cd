import { execFile, type ExecFileException } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
const STRICT = join(import.meta.dirname, 'strict.sh');

/** A code block of a page; a block without a language has an empty one. */
export interface Block {
  language: string;
  text: string;
  /** The line of its first line in the page. */
  line: number;
}

const FENCED = /^( *)```([^\n]*)\n([\s\S]*?)^\1```$/gm;

export function blocksOf(page: string): Block[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(FENCED)].map((match) => {
    const [, , language = '', body = ''] = match;
    return { language, text: body, line: text.slice(0, match.index).split('\n').length + 1 };
  });
}

/** The environment of a reader who has opened a terminal; the page itself sets everything else. */
function environmentOf(dataDir: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, BASH_ENV: STRICT };
}

/**
 * Runs blocks of a page in one shell, at the root of the repository and in their order.
 * @returns what they print
 * @throws Error that names the line of the page at which they stopped
 */
export async function runBlocks(
  page: string,
  blocks: readonly Block[],
  dataDir: string,
  limitMs: number,
): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'examples-'));
  try {
    const script = join(directory, basename(page));
    writeFileSync(script, scriptOf(blocks));
    const options = { cwd: ROOT, env: environmentOf(dataDir), timeout: limitMs, maxBuffer: 64 * 1024 * 1024 };
    const { stdout } = await promisify(execFile)('bash', [script], options);
    return stdout;
  } catch (error) {
    throw explain(page, error as Stopped, limitMs);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Empty lines stand for the text between the blocks, so that a line of the script is that line of the page. */
function scriptOf(blocks: readonly Block[]): string {
  const lines: string[] = [];
  for (const { line, text } of blocks) {
    while (lines.length < line - 1) lines.push('');
    lines.push(...text.replace(/\n$/, '').split('\n'));
  }
  return `${lines.join('\n')}\n`;
}

type Stopped = ExecFileException & { stdout?: string; stderr?: string };

const LAST_CHARACTERS = 1500;

function explain(page: string, { killed, stdout = '', stderr = '' }: Stopped, limitMs: number): Error {
  const reason = killed ? `was not done after ${limitMs} ms` : 'failed';
  return new Error(`${page} ${reason}\n${stdout.slice(-LAST_CHARACTERS)}\n${stderr.slice(-LAST_CHARACTERS)}`);
}
