import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort, isAlive, waitUntilGone } from '#libs/test/embedded';
import { waitUntil } from '#libs/test/testing';
import { answers, Child, LEASH, type ChildOptions } from './child.js';
import { clearLeftovers, writeRunNote } from './run-file.js';

let dir: string;
let server: string;
const children: Child[] = [];

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'launcher-'));
  server = script(
    'server.mjs',
    `
    import { createServer } from 'node:http';
    createServer((_, response) => response.end('up')).listen(Number(process.env.PORT), '127.0.0.1');
    process.on('SIGTERM', () => { console.log('asked to end'); process.exit(0); });
  `,
  );
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));
afterEach(async () => {
  for (const one of children.splice(0)) await one.stop();
});

function script(name: string, text: string): string {
  writeFileSync(join(dir, name), text);
  return join(dir, name);
}

async function child(options: Partial<ChildOptions> = {}): Promise<{ one: Child; lines: string[]; port: number }> {
  const port = await freePort();
  const lines: string[] = [];
  const one = new Child({
    name: 'app',
    script: server,
    env: { PORT: String(port) },
    logFile: join(dir, `${port}.log`),
    isUp: () => answers(`http://127.0.0.1:${port}/`),
    say: (line) => lines.push(line),
    patience: {},
    ...options,
  });
  children.push(one);
  return { one, lines, port };
}

describe('a child of the launcher', () => {
  it('is up when it answers, and ends after a stop', async () => {
    const { one, port } = await child();
    await one.start();
    const pid = one.pid!;
    await one.stop();
    expect(isAlive(pid)).toBe(false);
    expect(readFileSync(join(dir, `${port}.log`), 'utf8')).toContain('asked to end');
  });

  it('is started for little memory, unless the launcher was given another number of arenas', async () => {
    const shows = script(
      'shows.mjs',
      `console.log(process.execArgv.join(' '), process.env.MALLOC_ARENA_MAX); await import(${JSON.stringify(server)});`,
    );
    const port = await freePort();
    for (const given of [{}, { MALLOC_ARENA_MAX: '5' }]) {
      const logFile = join(dir, `shows-${Object.keys(given).length}.log`);
      const env = { PORT: String(port), ...given };
      const { one } = await child({ script: shows, env, logFile, isUp: () => answers(`http://127.0.0.1:${port}/`) });
      await one.start();
      await one.stop();
      const options = '--max-semi-space-size=4 --initial-old-space-size=32 --heap-growing-percent=60';
      expect(readFileSync(logFile, 'utf8')).toMatch(new RegExp(`^${options} .* ${given.MALLOC_ARENA_MAX ?? 2}\n`));
    }
  });

  it('is restarted when it ends, with one line of output', async () => {
    const restarts: number[] = [];
    const { one, lines, port } = await child({ onRestart: () => restarts.push(one.pid!) });
    await one.start();
    const first = one.pid!;
    process.kill(first, 'SIGKILL');
    await waitUntil(() => restarts.length === 1);
    await waitUntil(() => answers(`http://127.0.0.1:${port}/`));
    expect(one.pid).not.toBe(first);
    expect(lines).toEqual([expect.stringMatching(/^! app was ended by SIGKILL; again in 0.5 s/)]);
  });

  it('fails with the end of its log if it ends before it is up', async () => {
    const broken = script('broken.mjs', `console.log('no such database'); process.exit(7);`);
    const { one } = await child({ script: broken });
    await expect(one.start()).rejects.toThrow(/app ended with 7 while starting: no such database/);
  });

  it('is waited for as long as its log grows, and what it logs is said', async () => {
    const slow = script(
      'slow.mjs',
      `let step = 0;
       const steps = setInterval(() => console.log(JSON.stringify({ msg: 'step ' + (step += 1) })), 50);
       setTimeout(async () => { clearInterval(steps); await import(${JSON.stringify(server)}); }, 2_000);`,
    );
    const said: string[] = [];
    const patience = { silenceMs: 1_500, sayEveryMs: 500, say: (line: string) => said.push(line) };
    const { one } = await child({ script: slow, patience });
    await one.start();
    expect(said[0]).toMatch(/^ {2}waiting for app, 0\.\d s(; its last line: step \d+)?$/);
    expect(said.at(-1)).toMatch(/last line: step \d+$/);
  });

  it('is given up when it lives and logs nothing for too long', async () => {
    const silent = script('silent.mjs', 'setInterval(() => undefined, 1000);');
    const { one } = await child({ script: silent, patience: { silenceMs: 300, hint: 'LIMIT allows more' } });
    await expect(one.start()).rejects.toThrow(
      /^app is not ready, and has logged nothing for 0\.3 s .+LIMIT allows more$/,
    );
  });

  it('ends with the launcher, also after a kill', async () => {
    const port = await freePort();
    const args = ['--import', LEASH, server];
    const process = spawn('node', args, {
      env: { ...globalThis.process.env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    await waitUntil(() => answers(`http://127.0.0.1:${port}/`));
    process.disconnect();
    expect(await waitUntilGone(process.pid!, 3_000)).toBe(true);
  });
});

describe('the processes of a killed launcher', () => {
  const deadPid = 2 ** 22 + 1;

  it('are ended, unless the pid belongs to another process now', async () => {
    const port = await freePort();
    const left = spawn('node', [server], { env: { ...process.env, PORT: String(port) }, stdio: 'ignore' });
    await waitUntil(() => answers(`http://127.0.0.1:${port}/`));
    const note = join(dir, 'run.json');
    const stranger = { name: 'stranger', pid: process.pid, script: '/no/such/script.js' };
    writeRunNote(note, { launcher: deadPid, children: [{ name: 'app', pid: left.pid!, script: server }, stranger] });
    expect(await clearLeftovers(note)).toEqual(['app']);
    expect(await waitUntilGone(left.pid!, 3_000)).toBe(true);
    expect(await clearLeftovers(note)).toEqual([]);
  });

  it('are not ended while the launcher runs', async () => {
    const launcher = script('start.mjs', 'setInterval(() => undefined, 1000);');
    const running = spawn('node', [launcher], { stdio: 'ignore' });
    await waitUntil(() => running.pid !== undefined && isAlive(running.pid));
    const note = join(dir, 'running.json');
    writeRunNote(note, { launcher: running.pid!, children: [] });
    await expect(waitUntil(() => clearLeftovers(note).then(() => false), { timeoutMs: 200 })).rejects.toThrow(
      `already runs on this data (process ${running.pid})`,
    );
    running.kill();
  });
});
