import { fork, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#libs/test/embedded';
import { countAsProduct, forgetProduct } from './costs.js';
import { until } from './until.js';

interface AppOptions {
  name: string;
  logDir: string;
  env: Record<string, string>;
  /** True for a process that the product is compared with. */
  isLimit?: boolean;
}

const STOP_GRACE_MS = 15_000;

/** Starts Node as the image does; from `dist/bench/support`. */
const START = resolve(import.meta.dirname, '../../../scripts/image/start');

/** An app as in production: its own process, with its log in a file. */
export class AppProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  /**
   * Starts the app's main module and waits until it is ready. If `CPU_PROFILE_DIR` is set, the process writes a profile
   * there when it ends.
   */
  static async start(
    module: string,
    base: string,
    { name, logDir, env, isLimit = false }: AppOptions,
  ): Promise<AppProcess> {
    const port = await freePort();
    const logFile = join(logDir, `${name}.log`);
    const log = openSync(logFile, 'a');
    const child = fork(fileURLToPath(new URL(module, base)), [], {
      execPath: START,
      execArgv: profileOptions(process.env['CPU_PROFILE_DIR']),
      env: {
        ...process.env,
        NODE_ENV: 'development',
        ...env,
        HOST: '127.0.0.1',
        PORT: String(port),
      },
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    const app = new AppProcess(child, port);
    if (!isLimit) countAsProduct(app.pid, name, port);
    try {
      await until(name, () => app.isReady());
    } catch (error) {
      await app.stop();
      throw new Error(readFileSync(logFile, 'utf8').slice(-2_000), { cause: error });
    }
    return app;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise<void>((done) => this.child.once('exit', () => done()));
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_GRACE_MS);
    await gone;
    clearTimeout(timer);
    forgetProduct(this.pid);
  }

  private async isReady(): Promise<boolean> {
    if (this.child.exitCode !== null) throw new Error('The app ended while starting');
    try {
      const response = await fetch(`http://127.0.0.1:${this.port}/readyz`);
      await response.arrayBuffer();
      return response.status === 200;
    } catch {
      return false;
    }
  }
}

function profileOptions(dir: string | undefined): string[] {
  return dir ? ['--cpu-prof', `--cpu-prof-dir=${dir}`] : [];
}
