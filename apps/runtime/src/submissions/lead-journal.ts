import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, stat, unlink, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LeadCapture, type AcceptedLead } from '#libs/forms';
import { Problem } from '#libs/http';
import { Every } from '#libs/jobs';
import { logger, metrics } from '#libs/observability';
import { GroupCommitter, isUnavailable } from '#libs/persistence';
import { SecretBox } from '#libs/secrets';
import { RuntimeConfig } from '../config.js';

const PURPOSE = 'lead journal';
const OWNER = 'runtime';
const GROUP_MAX = 200;
const DRAINED_EVERY_MS = 1_000;
const SUFFIX = '.journal';
const REJECTED = '.rejected';
const MIB = 1024 * 1024;
const RETRY_AFTER = '30';

/**
 * Keeps accepted leads in a file while the database is away, and hands them over in their order when it is back. A lead is
 * accepted when its line is on the disk; it has its id by then, so that handing it over twice keeps it once. Lines are sealed,
 * because they are about people.
 */
@Injectable()
export class LeadJournal implements OnModuleInit, OnApplicationShutdown {
  private readonly dir: string;
  private readonly maxBytes: number;
  private file: { handle: FileHandle; path: string } | undefined;
  private bytes = 0;
  private files = 0;
  private draining: Promise<void> | undefined;
  private readonly stopObserving: () => void;
  private readonly writer = new GroupCommitter<string, void>((lines) => this.write(lines), {
    maxItems: GROUP_MAX,
    failsWholeGroup: () => true,
  });

  constructor(
    private readonly capture: LeadCapture,
    private readonly secrets: SecretBox,
    { journalDir, journalMaxMib }: RuntimeConfig,
  ) {
    this.dir = journalDir;
    this.maxBytes = journalMaxMib * MIB;
    const waiting = () => this.bytes;
    this.stopObserving = metrics.observeGauge({
      name: 'lead_journal_bytes',
      help: 'Leads that wait in the journal for the database',
      collect() {
        this.set(waiting());
      },
    });
  }

  /** Bytes that wait. */
  get size(): number {
    return this.bytes;
  }

  async onModuleInit(): Promise<void> {
    await mkdir(this.dir, { recursive: true, mode: 0o700 });
    // What an earlier process has left is handed over like its own.
    for (const path of await this.listFiles()) this.bytes += (await stat(path)).size;
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopObserving();
    await this.draining;
    await this.close();
  }

  /** Resolves when the lead is on the disk. @throws Problem ServiceUnavailable when the journal is full, or cannot be written */
  async append(accepted: AcceptedLead): Promise<void> {
    const line = `${this.secrets.seal(OWNER, PURPOSE, JSON.stringify(accepted))}\n`;
    if (this.bytes + line.length > this.maxBytes) throw unavailable(new Error('The journal of leads is full'));
    try {
      await this.writer.submit(line);
    } catch (error) {
      logger.error('A lead cannot be written to the journal', { error });
      throw unavailable(error);
    }
  }

  @Every({ every: DRAINED_EVERY_MS, in: 'all' })
  async drain(): Promise<void> {
    if (this.bytes === 0) return;
    this.draining ??= this.drainFiles().finally(() => (this.draining = undefined));
    await this.draining;
  }

  private async write(lines: string[]): Promise<void[]> {
    const text = lines.join('');
    const { handle } = (this.file ??= await this.openFile());
    await handle.appendFile(text);
    await handle.datasync();
    this.bytes += text.length;
    return lines.map(() => undefined);
  }

  /** Names sort by time. */
  private async openFile() {
    this.files += 1;
    const name = `${String(Date.now()).padStart(15, '0')}-${String(this.files).padStart(6, '0')}-${process.pid}${SUFFIX}`;
    const path = join(this.dir, name);
    const handle = await open(path, 'a', 0o600);
    const dir = await open(this.dir, 'r');
    // The new name must be on the disk as well.
    await dir.sync().finally(() => dir.close());
    return { handle, path };
  }

  private async drainFiles(): Promise<void> {
    for (const path of await this.listFiles()) {
      if (path === this.file?.path) await this.close();
      if (!(await this.drainFile(path))) return;
    }
  }

  /** False if the database is (still) away. */
  private async drainFile(path: string): Promise<boolean> {
    let unreadable = 0;
    try {
      let group: Promise<unknown>[] = [];
      for await (const line of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
        const accepted = this.read(line);
        if (!accepted) unreadable += 1;
        else group.push(this.capture.keep(accepted));
        if (group.length === GROUP_MAX) await settled(group.splice(0));
      }
      await settled(group);
      group = [];
    } catch (error) {
      if (isUnavailable(error)) return false;
      unreadable += 1;
      logger.error('A lead of the journal cannot be kept', { error });
    }
    const { size } = await stat(path);
    // A line that was half written when the process died was accepted by nobody; any other is for an operator.
    if (unreadable > 0) {
      logger.error('Lines of the journal of leads were set aside', { count: unreadable });
      await rename(path, path + REJECTED);
    } else await unlink(path);
    this.bytes = Math.max(0, this.bytes - size);
    return true;
  }

  private read(line: string): AcceptedLead | undefined {
    try {
      const { lead, form } = JSON.parse(this.secrets.open(OWNER, PURPOSE, line)) as AcceptedLead;
      const times = { occurredAt: new Date(lead.occurredAt), createdAt: new Date(lead.createdAt) };
      return { form, lead: { ...lead, ...times } };
    } catch {
      return undefined;
    }
  }

  private async close(): Promise<void> {
    const { file } = this;
    this.file = undefined;
    await file?.handle.close();
  }

  private async listFiles(): Promise<string[]> {
    const names = await readdir(this.dir);
    return names
      .filter((name) => name.endsWith(SUFFIX))
      .toSorted()
      .map((name) => join(this.dir, name));
  }
}

/** Waits for all, then throws the first error. */
async function settled(group: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(group);
  const failed = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failed) throw failed.reason;
}

const unavailable = (cause: unknown): Problem =>
  new Problem('ServiceUnavailable', { headers: { 'Retry-After': RETRY_AFTER }, cause });
