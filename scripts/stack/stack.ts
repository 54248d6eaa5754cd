import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { assertPortFree, stopLeftPostgres, stopLeftRedis } from '#libs/test/embedded';
import { APPS, APPS_WITH_DATABASE, OFFSETS, type App, type AppWithDatabase } from './apps.js';
import { dns, hooks, inbox, logFile, postgres, redis, type Server } from './backing-services.js';
import { answers, Child, type StartPatience } from './child.js';
import { ensureCertificate } from './certificate/certificate-files.js';
import { prepareDataDir } from './data-dir.js';
import { DataProcess } from './data-process.js';
import { databaseUrls, ensureDatabases } from './databases.js';
import { devFileContents, removeDevFile, writeDevFile } from './dev-file.js';
import { appEnvironment, certificateFiles, seedEnvironment, type Backing } from './environment.js';
import type { Progress } from './progress.js';
import { clearLeftovers, removeRunNote, writeRunNote } from './run-file.js';
import { loadSecrets, type Secrets } from './secrets.js';
import { publishDnsRecords, recordsOf, tenantIdOf, withPasswords, type SeedReport } from './seeds.js';
import { dataPath, portOf, urlOf, type Settings } from './settings.js';

/** Everything that `--fresh` deletes. */
const DATA = ['postgres', 'redis', 'inbox', 'blobs', 'journal', 'logs', 'tls', 'secrets.json', 'dns.json'];

const DIST_APPS = join(import.meta.dirname, '../../apps');

/** All processes of the product on one machine: starts them in order, keeps them up, stops them in order. */
export class Stack {
  private secrets!: Secrets;
  private postgres: Server | undefined;
  private redis: Server | undefined;
  private inbox: Child | undefined;
  private readonly apps: Child[] = [];
  private readonly helpers: { stop(): Promise<void> }[] = [];
  private seeds: SeedReport = {};
  private ready = false;
  /** False until it is certain that no other stack runs on these files. */
  private owned = false;
  private starting: Promise<SeedReport> | undefined;
  private stopping: Promise<void> | undefined;

  /**
   * @param env what the launcher was given; apps inherit it
   * @param onLoss a server that the apps cannot do without has ended
   */
  constructor(
    private readonly settings: Settings,
    private readonly env: NodeJS.ProcessEnv,
    private readonly progress: Progress,
    private readonly onLoss: (line: string) => void,
  ) {}

  /** Starts everything and returns the output of the seeds. */
  start(): Promise<SeedReport> {
    this.starting ??= this.startAll();
    return this.starting;
  }

  /** Stops what was started, in reverse order. Safe to call at any time, and twice. */
  stop(): Promise<void> {
    this.stopping ??= this.stopAll();
    return this.stopping;
  }

  /** For the second interrupt: kills the Node processes at once. */
  kill(): void {
    for (const child of this.children()) child.kill();
  }

  private async startAll(): Promise<SeedReport> {
    const { progress } = this;
    await this.inOrder([
      () => this.prepare(),
      // The inbox is not needed before the first mail, so it starts in parallel.
      () => all([progress.step('inbox', () => this.startInbox()), this.startProduct()]),
    ]);
    this.ready = true;
    this.noteProcesses();
    return this.seeds;
  }

  private startProduct(): Promise<void> {
    const { progress } = this;
    return this.inOrder([
      () => this.startServers(),
      () => progress.step('roles and databases', () => ensureDatabases(this.postgres!.url, this.secrets.databases)),
      () => this.prepareDataAndStartApps(),
    ]);
  }

  private async prepareDataAndStartApps(): Promise<void> {
    const { progress } = this;
    const env = { ...this.env, NODE_ENV: this.settings.nodeEnv };
    const data = new DataProcess(env, logFile(this.settings, 'data'), this.patience());
    try {
      await this.inOrder([
        () => progress.step('migrations', () => each(withOwnDatabase(), (app) => this.migrate(data, app))),
        // Demo data needs the tables, and no app.
        () => all([progress.step('demo data', () => this.seed(data)), each(APPS, (app) => this.startApp(app))]),
      ]);
    } finally {
      await data.stop();
    }
  }

  private async inOrder(phases: (() => Promise<void>)[]): Promise<void> {
    for (const phase of phases) {
      if (this.stopping) throw new Error('Stopped while starting');
      await phase();
    }
  }

  private async prepare(): Promise<void> {
    const { settings } = this;
    prepareDataDir(settings.dataDir);
    const left = await clearLeftovers(this.runFile());
    this.owned = true;
    if (left.length > 0) this.progress.say(`! ended what a killed run left: ${left.join(', ')}`);
    removeDevFile(settings);
    if (settings.fresh) await this.forgetData();
    mkdirSync(dataPath(settings, 'logs'), { recursive: true });
    this.secrets = loadSecrets(dataPath(settings, 'secrets.json'));
    ensureCertificate(certificateFiles(settings));
    await this.assertPortsFree();
  }

  /** The database servers of a killed run must be stopped before their files are deleted. */
  private async forgetData(): Promise<void> {
    await stopLeftPostgres(dataPath(this.settings, 'postgres'));
    await stopLeftRedis(dataPath(this.settings, 'redis'));
    for (const name of DATA) rmSync(dataPath(this.settings, name), { recursive: true, force: true });
  }

  /** Not for Postgres and Redis: they check their ports after they have found servers of a killed run. */
  private async assertPortsFree(): Promise<void> {
    const names = [...APPS.map((app) => app.name), ...Object.keys(OFFSETS)];
    for (const name of names.filter((one) => one !== 'postgres' && one !== 'redis')) {
      await assertPortFree(portOf(this.settings, name));
    }
  }

  private async startServers(): Promise<void> {
    const { settings, progress } = this;
    this.noteProcesses();
    await all([
      progress.step(
        'Postgres',
        async () => (this.postgres = this.watch('Postgres', await postgres(settings, this.secrets))),
      ),
      progress.step('Redis', async () => (this.redis = this.watch('Redis', await redis(settings, this.secrets)))),
      progress.step('DNS and webhook catcher', async () => {
        this.helpers.push(await dns(settings), await hooks(settings));
      }),
    ]);
    this.noteProcesses();
  }

  private watch(name: string, server: Server): Server {
    void server.exited?.then(() => {
      if (!this.stopping) this.onLoss(`${name} has ended; its log is in ${dataPath(this.settings, 'logs')}`);
    });
    return server;
  }

  private async startInbox(): Promise<void> {
    const { settings, progress } = this;
    this.inbox = inbox(
      settings,
      this.env,
      (line) => progress.say(line),
      this.patience(),
      () => this.noteProcesses(),
    );
    const up = this.inbox.start();
    this.noteProcesses();
    await up;
  }

  /** Migrates with the credentials of the tables' owner, which the servers do not have. */
  private async migrate(data: DataProcess, app: AppWithDatabase): Promise<void> {
    const input = databaseUrls(this.postgres!.url, this.secrets, app).owner;
    await data.run(`The migration of ${app.name}`, { script: scriptOf(app, 'migrate'), entry: 'migrate', input });
  }

  private async startApp(app: App): Promise<void> {
    const { settings, progress } = this;
    const child = new Child({
      name: app.name,
      script: scriptOf(app, 'main'),
      env: appEnvironment(app, settings, this.secrets, this.backing(), this.env),
      logFile: logFile(settings, app.name),
      isUp: () => answers(`${urlOf(settings, app.name)}/readyz`),
      say: (line) => progress.say(line),
      patience: this.patience(),
      onRestart: () => this.noteProcesses(),
    });
    this.apps.push(child);
    await progress.step(app.name, async () => {
      const up = child.start();
      this.noteProcesses();
      await up;
    });
  }

  /** In the order of the table: a later app's demo data belongs to the tenant that identity created. */
  private async seed(data: DataProcess): Promise<void> {
    const { settings, secrets } = this;
    let report: SeedReport = {};
    for (const app of APPS.filter(({ hasSeed }) => hasSeed)) {
      const env = appEnvironment(app, settings, secrets, this.backing(), this.env);
      const input = seedEnvironment(env, secrets, tenantIdOf(report));
      const task = { script: scriptOf(app, 'seed'), entry: 'seed', input };
      const more = (await data.run(`The demo data of ${app.name}`, task)) as SeedReport;
      report = { ...report, ...more, dnsRecords: [...recordsOf(report), ...recordsOf(more)] };
    }
    publishDnsRecords(settings, report);
    this.seeds = withPasswords(report, secrets);
  }

  private patience(): StartPatience {
    const hint = 'START_SILENCE_SECONDS allows more';
    return { silenceMs: this.settings.startSilenceMs, hint, say: (line) => this.progress.say(line) };
  }

  private backing(): Backing {
    return { postgresUrl: this.postgres!.url, redisUrl: this.redis!.url };
  }

  /** Updates both files: the one for the next start, and, after everything is up, the one for other programs. */
  private noteProcesses(): void {
    const running = this.children().filter((child) => child.pid !== undefined);
    const children = running.map((child) => ({ name: child.name, pid: child.pid!, script: child.script }));
    writeRunNote(this.runFile(), { launcher: process.pid, children });
    if (this.ready && !this.stopping) this.writeDevFile();
  }

  private writeDevFile(): void {
    const pids = Object.fromEntries(this.children().map((child) => [child.name, child.pid]));
    const servers = { postgres: this.postgres?.pid, redis: this.redis?.pid, launcher: process.pid };
    const known = Object.entries({ ...pids, ...servers }).filter(([, pid]) => pid !== undefined);
    const contents = devFileContents(
      this.settings,
      this.secrets,
      this.backing(),
      this.seeds,
      Object.fromEntries(known),
    );
    writeDevFile(this.settings, contents);
  }

  private children(): Child[] {
    return this.inbox ? [...this.apps, this.inbox] : this.apps;
  }

  private runFile(): string {
    return dataPath(this.settings, 'run.json');
  }

  /** A running start ends at its next step; it may start one more part before. */
  private async stopAll(): Promise<void> {
    if (this.owned) removeDevFile(this.settings);
    await each(this.apps, (app) => app.stop());
    await this.starting?.catch(() => undefined);
    await each(this.apps, (app) => app.stop());
    await each([this.inbox, ...this.helpers, this.postgres, this.redis], async (part) => part?.stop());
    if (this.owned) removeRunNote(this.runFile());
  }
}

const withOwnDatabase = (): AppWithDatabase[] => APPS_WITH_DATABASE.filter(({ sharesDatabase }) => !sharesDatabase);

function scriptOf(app: App, entry: 'main' | 'migrate' | 'seed'): string {
  return join(DIST_APPS, app.name, 'src', `${entry}.js`);
}

async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  await all(items.map(work));
}

/** Waits for all, also if one fails, so that nothing is still starting while the rest is stopped. */
async function all(work: Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}
