import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LogOutput } from './log-output.js';
import { Logger } from './logger.js';

let dir: string;
let fd: number;
let log: Logger;

beforeEach(() => {
  // The time for which lines wait passes when a test says so.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  dir = mkdtempSync(join(tmpdir(), 'log-'));
  fd = openSync(join(dir, 'log'), 'a');
  log = new Logger({ service: 'shop', destination: new LogOutput(fd) });
});

afterEach(() => {
  vi.useRealTimers();
  closeSync(fd);
  rmSync(dir, { recursive: true });
});

const written = () => readFileSync(join(dir, 'log'), 'utf8').split('\n').filter(Boolean);

async function untilWritten(lines: number): Promise<string[]> {
  while (written().length < lines) await turn();
  return written().map((line) => (JSON.parse(line) as { msg: string }).msg);
}

describe('the output of the log', () => {
  it('writes lines in a batch after a delay', async () => {
    for (const message of ['one', 'two', 'three']) log.info(message);
    await turn();
    expect(written()).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(await untilWritten(3)).toEqual(['one', 'two', 'three']);
    log.info('four');
    vi.advanceTimersByTime(100);
    expect(await untilWritten(4)).toContain('four');
  });

  it.each(['warn', 'error'] as const)('lets no line of level %s wait, nor those before it', async (level) => {
    log.info('before');
    log[level]('look');
    expect(await untilWritten(2)).toEqual(['before', 'look']);
  });

  it('writes at once when the batch is large', async () => {
    for (let line = 0; line < 200; line += 1) log.info(`line ${line} ${'.'.repeat(100)}`);
    const early = await untilWritten(100);
    expect(early.slice(0, 2).map((text) => text.slice(0, 7))).toEqual(['line 0 ', 'line 1 ']);
    vi.advanceTimersByTime(100);
    expect(await untilWritten(200)).toHaveLength(200);
  });
});

describe('an output that takes nothing', () => {
  it('loses the lines, and nothing else', async () => {
    const full = new Logger({ service: 'shop', destination: new LogOutput(openSync('/dev/full', 'w')) });
    full.error('this line is lost');
    log.error('but this');
    expect(await untilWritten(1)).toEqual(['but this']);
  });
});

describe('a process that ends', () => {
  const ending = (how: string) => {
    const script = `import { logger } from '#libs/core/observability';
      logger.configure({ service: 'shop' });
      logger.info('the last line');
      ${how}`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    return stdout;
  };

  it.each(['', 'process.exit(3)', 'throw new Error("unforeseen")', 'process.kill(process.pid, "SIGTERM"); await 1'])(
    'by %j leaves its last lines behind unless it is killed',
    (how) => {
      const isKilled = how.includes('SIGTERM');
      expect(ending(how).includes('"msg":"the last line"')).toBe(!isKilled);
    },
  );
});
