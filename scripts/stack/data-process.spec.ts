import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isAlive } from '#libs/test/embedded';
import { waitUntil } from '#libs/test/testing';
import { ensureBuilt } from '../../test/support/app-process.js';
import { DataProcess } from './data-process.js';

const BUILT = resolve(import.meta.dirname, '../../dist/scripts/stack/data-tasks.js');

let dir: string;
let data: DataProcess;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'data-process-'));
  await ensureBuilt();
});
beforeEach(() => {
  data = new DataProcess(process.env, join(dir, 'data.log'), {}, BUILT);
});
afterEach(() => data.stop());
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** A task of a module with this text. */
function task(name: string, text: string, input?: unknown) {
  const script = join(dir, `${name}.mjs`);
  writeFileSync(script, text);
  return { script, entry: 'work', input };
}

const PID = 'export const work = async (input) => ({ pid: process.pid, input });';
const FAILS = `export async function work() { throw new Error('relation "message" does not exist'); }`;
const ENDS = `export async function work() { console.log('out of memory'); process.exit(9); }`;
/** Writes a file later, and does not keep its process alive for it. */
const LATER = `import { writeFileSync } from 'node:fs';
  export const work = (file) => { setTimeout(() => writeFileSync(file, ''), 100).unref(); return { pid: process.pid }; };`;
const LONG = `export const work = () => new Promise((done) => {
  let table = 0;
  const steps = setInterval(() => console.log('table ' + (table += 1)), 50);
  setTimeout(() => { clearInterval(steps); done(); }, 1_500);
});`;
const NEVER = 'export const work = () => new Promise(() => setInterval(() => undefined, 1000));';

describe('the process of migrations and seeds', () => {
  it('runs all tasks, and returns what each of them returned', async () => {
    const [one, two] = (await Promise.all([
      data.run('The first', task('first', PID, { name: 'one' })),
      data.run('The second', task('second', PID, 'two')),
    ])) as { pid: number; input: unknown }[];
    expect([one?.input, two?.input]).toEqual([{ name: 'one' }, 'two']);
    expect(one?.pid).toBe(two?.pid);
    expect(one?.pid).not.toBe(process.pid);
  });

  it('stays while it has no task', async () => {
    const file = join(dir, 'idle');
    const { pid } = (await data.run('The first', task('later', LATER, file))) as { pid: number };
    await waitUntil(() => existsSync(file), { what: 'the process to have been idle for a while' });
    await expect(data.run('The second', task('first', PID))).resolves.toMatchObject({ pid });
  });

  it('ends, even without a task, when the process that started it is killed', async () => {
    const script = join(dir, 'parent.mjs');
    const { entry, ...first } = task('first', PID);
    writeFileSync(
      script,
      `import { DataProcess } from ${JSON.stringify(BUILT.replace('data-tasks', 'data-process'))};
       const data = new DataProcess(process.env, ${JSON.stringify(join(dir, 'parent.log'))});
       const { pid } = await data.run('The first', ${JSON.stringify({ entry, ...first })});
       console.log(pid);
       setInterval(() => undefined, 1000);`,
    );
    const parent = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [pid] = (await once(parent.stdout, 'data')).map(Number);
    expect(isAlive(pid!)).toBe(true);
    parent.kill('SIGKILL');
    await waitUntil(() => !isAlive(pid!), { what: 'the process to end' });
  });

  it('names the task that failed, with what it threw and where; the others go on', async () => {
    const failed = data.run('The migration of mail', task('mail', FAILS));
    const other = data.run('The migration of crm', task('crm', PID));
    await expect(failed).rejects.toThrow(
      /^The migration of mail failed: Error: relation "message" does not exist\n.+mail\.mjs/,
    );
    await expect(other).resolves.toEqual({ pid: expect.any(Number) });
  });

  it('fails a task without the function that it names', async () => {
    const bare = task('bare', 'export const other = 1;');
    await expect(data.run('The demo data of mail', bare)).rejects.toThrow(/bare\.mjs does not export work/);
  });

  it('fails what runs, and what comes later, with the end of the log if the process ends', async () => {
    await expect(data.run('The migration of mail', task('ends', ENDS))).rejects.toThrow(
      /^The migration of mail failed: its process ended with 9: (.*\n +)*out of memory$/,
    );
    await expect(data.run('The migration of crm', task('late', PID))).rejects.toThrow(
      /^The migration of crm failed: its process ended with 9/,
    );
  });

  it('waits for a task for as long as the log grows, and says so', async () => {
    const said: string[] = [];
    const patience = { silenceMs: 5_000, sayEveryMs: 200, say: (line: string) => said.push(line) };
    const patient = new DataProcess(process.env, join(dir, 'patient.log'), patience, BUILT);
    try {
      await patient.run('The migration of mail', task('long', LONG));
    } finally {
      await patient.stop();
    }
    expect(said.at(-1)).toMatch(/^ {2}waiting for The migration of mail, [\d.]+ s; its last line: table \d+$/);
  });

  it('fails a task that lives and logs nothing for too long', async () => {
    const patience = { silenceMs: 300, hint: 'LIMIT allows more' };
    const impatient = new DataProcess(process.env, join(dir, 'impatient.log'), patience, BUILT);
    try {
      await expect(impatient.run('The migration of mail', task('never', NEVER))).rejects.toThrow(
        /^The migration of mail is not ready, and has logged nothing for 0\.3 s .+LIMIT allows more$/,
      );
    } finally {
      await impatient.stop();
    }
  });

  it('ends when it is stopped, with the task that still runs', async () => {
    const { pid } = (await data.run('The first', task('first', PID))) as { pid: number };
    const running = data.run('The last', task('last', NEVER));
    await Promise.all([expect(running).rejects.toThrow('was ended by SIGKILL'), data.stop()]);
    expect(isAlive(pid)).toBe(false);
  });
});
