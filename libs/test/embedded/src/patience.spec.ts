import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Patience } from './patience.js';

let dir: string;
let logFile: string;
let lines: string[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'patience-'));
  logFile = join(dir, 'app.log');
  lines = [];
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dir, { recursive: true, force: true });
});

const patience = () =>
  new Patience({
    name: 'app',
    logFile,
    silenceMs: 60_000,
    sayEveryMs: 10_000,
    hint: 'PATIENCE allows more',
    say: (line) => lines.push(line),
  });

function after(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1_000);
}

describe('patience with a process that starts', () => {
  it('lasts for as long as the log grows', () => {
    const waiting = patience();
    for (let minute = 0; minute < 30; minute += 1) {
      after(59);
      appendFileSync(logFile, 'another step\n');
      expect(() => waiting.check()).not.toThrow();
    }
  });

  it('lasts for as long as other progress is noted', () => {
    const waiting = patience();
    after(59);
    waiting.noteProgress();
    after(59);
    expect(() => waiting.check()).not.toThrow();
  });

  it('ends when the log has not grown for too long, with the name and the log', () => {
    const waiting = patience();
    after(61);
    expect(() => waiting.check()).toThrow(
      `app is not ready, and has logged nothing for 60 s (log: ${logFile}); PATIENCE allows more`,
    );
  });

  it('says what it waits for at its interval, and nothing before', () => {
    const waiting = patience();
    for (const seconds of [9, 1, 5, 5]) {
      after(seconds);
      waiting.check();
    }
    expect(lines).toEqual(['  waiting for app, 10 s', '  waiting for app, 20 s']);
  });

  it.each([
    ['the message of a line in JSON', '{"level":30,"msg":"connecting to Redis"}\n', 'connecting to Redis'],
    ['another line as it is', 'first\nloading modules\n', 'loading modules'],
    ['a line without control characters', 'red \u001b[31m\n', 'red  [31m'],
    ['the start of a long line', `${'x'.repeat(150)}\n`, `${'x'.repeat(100)}…`],
    ['the end of a long log', `${'early\n'.repeat(2_000)}late\n`, 'late'],
  ])('says %s', (_, text, gist) => {
    const waiting = patience();
    appendFileSync(logFile, text);
    after(10);
    waiting.check();
    expect(lines).toEqual([`  waiting for app, 10 s; its last line: ${gist}`]);
  });

  it('does not say what an earlier process logged', () => {
    appendFileSync(logFile, 'of an earlier run\n');
    const waiting = patience();
    after(10);
    waiting.check();
    expect(lines).toEqual(['  waiting for app, 10 s']);
  });
});
