import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { until } from './until.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const START_TIMEOUT_MS = 180_000;

interface DevFile {
  urls: Record<string, string>;
  processes: Record<string, { pid: number }>;
}

/** The whole product by `npm start`, on a data directory and ports of its own. */
export class StackProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly dataDir: string,
    /** From the command to every app ready. */
    readonly seconds: number,
  ) {}

  static async start(dataDir: string, portBase: number): Promise<StackProcess> {
    const logFile = join(dataDir, '..', 'start.log');
    const log = openSync(logFile, 'a');
    const started = performance.now();
    const child = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir, PORT_BASE: String(portBase) },
      stdio: ['ignore', log, log],
      // A group of its own, so that an interrupt reaches all of it, as one from a terminal does.
      detached: true,
    });
    closeSync(log);
    const starting = new StackProcess(child, dataDir, 0);
    try {
      await until('the stack', () => starting.isReady(), START_TIMEOUT_MS);
    } catch (error) {
      await starting.stop();
      throw new Error(readFileSync(logFile, 'utf8').slice(-2_000), { cause: error });
    }
    return new StackProcess(child, dataDir, (performance.now() - started) / 1_000);
  }

  /** Process ids by name, as the stack itself tells them. */
  processes(): Record<string, number> {
    const entries = Object.entries(this.devFile().processes);
    return Object.fromEntries(entries.map(([name, { pid }]) => [name, pid]));
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null || !this.child.pid) return;
    const gone = new Promise<void>((done) => this.child.once('exit', () => done()));
    process.kill(-this.child.pid, 'SIGINT');
    await gone;
    await until('the stack to end', async () => !existsSync(join(this.dataDir, 'dev.json')));
  }

  private async isReady(): Promise<boolean> {
    if (this.child.exitCode !== null) throw new Error('The stack ended while starting');
    if (!existsSync(join(this.dataDir, 'dev.json'))) return false;
    const { identity, platform } = this.devFile().urls;
    return (await answersReady(identity)) && (await answersReady(platform));
  }

  private devFile(): DevFile {
    return JSON.parse(readFileSync(join(this.dataDir, 'dev.json'), 'utf8')) as DevFile;
  }
}

async function answersReady(url: string | undefined): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
