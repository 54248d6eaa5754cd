import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../support/until.js';

/** A program of Debian that the bench runs. */
interface DaemonOptions {
  name: string;
  /** The program and its arguments, which keep it in the foreground. */
  command: readonly [string, ...string[]];
  dir: BesideDir;
  /** Port on 127.0.0.1 at which it listens when it is ready. */
  port: number;
}

const STOP_GRACE_MS = 10_000;
const LOG_SHOWN = 2_000;

/** Runs a program that sees the resolver of the bench; nothing else on the machine does. */
const WITH_RESOLVER = 'mount --bind "$0" /etc/resolv.conf && exec "$@"';

/** A directory for configurations, queues, mail and logs of the daemons, which every account can reach. */
export class BesideDir {
  private constructor(readonly path: string) {}

  static async make(): Promise<BesideDir> {
    const path = await mkdtemp(join(tmpdir(), 'beside-'));
    await chmod(path, 0o755);
    const dir = new BesideDir(path);
    await writeFile(dir.of('resolv.conf'), 'nameserver 127.0.0.1\noptions timeout:2 attempts:2\n');
    return dir;
  }

  of(...names: string[]): string {
    return join(this.path, ...names);
  }

  /** Writes a configuration; returns its path. */
  async write(name: string, text: string): Promise<string> {
    const path = this.of(name);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, text);
    return path;
  }

  async stop(): Promise<void> {
    await rm(this.path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/**
 * A daemon as a child of the bench, with the configuration that it is given and none of the machine's. It asks the name
 * server of the bench at 127.0.0.1, port 53.
 */
export class Daemon {
  private constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  /** @throws Error with the end of the daemon's log if it does not come up */
  static async start({ name, command, dir, port }: DaemonOptions): Promise<Daemon> {
    const logFile = dir.of(`${name}.out`);
    const log = openSync(logFile, 'a');
    const inNamespace = ['--mount', '--propagation', 'private', 'sh', '-c', WITH_RESOLVER, dir.of('resolv.conf')];
    // Some of them end their process group with themselves.
    const child = spawn('unshare', [...inNamespace, ...command], { stdio: ['ignore', log, log], detached: true });
    closeSync(log);
    const daemon = new Daemon(child, port);
    try {
      await until(name, () => daemon.isReady());
    } catch (error) {
      await daemon.stop();
      throw new Error(`${name}: ${readFileSync(logFile, 'utf8').slice(-LOG_SHOWN)}`, { cause: error });
    }
    return daemon;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async stop(): Promise<void> {
    if (this.hasEnded) return;
    const gone = new Promise<void>((done) => this.child.once('exit', () => done()));
    this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_GRACE_MS);
    await gone;
    clearTimeout(timer);
  }

  private get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private isReady(): Promise<boolean> {
    if (this.hasEnded) throw new Error('It ended while starting');
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1');
      const end = (isOpen: boolean) => {
        socket.destroy();
        resolve(isOpen);
      };
      socket.once('connect', () => end(true)).once('error', () => end(false));
    });
  }
}
