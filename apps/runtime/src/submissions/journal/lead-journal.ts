import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { LeadCapture, type AcceptedLead } from '#libs/sites/forms';
import { Problem } from '#libs/core/http';
import { Every } from '#libs/core/jobs';
import { logger, metrics } from '#libs/core/observability';
import { GroupCommitter, isUnavailable } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { RuntimeConfig } from '../../config.js';
import { JournalFiles } from '../../journal-files/journal-files.js';

const PURPOSE = 'lead journal';
const OWNER = 'runtime';
const GROUP_MAX = 200;
const DRAINED_EVERY_MS = 1_000;
const MIB = 1024 * 1024;
const RETRY_AFTER = '30';

/**
 * Keeps accepted leads on the disk while the database is away, and hands them over in their order when it is back. A lead is
 * accepted when its line is on the disk; it has its id by then, so that handing it over twice keeps it once. Lines are sealed,
 * because they are about people.
 */
@Injectable()
export class LeadJournal implements OnModuleInit, OnApplicationShutdown {
  private readonly files: JournalFiles;
  private readonly maxBytes: number;
  private bytes = 0;
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
    this.files = new JournalFiles(journalDir);
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

  /** Bytes that wait, of all processes that share the directory. */
  get size(): number {
    return this.bytes;
  }

  async onModuleInit(): Promise<void> {
    await this.files.prepare();
    this.bytes = await this.files.countBytes();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopObserving();
    await this.draining;
    await this.files.close();
  }

  /** Resolves when the lead is on the disk. @throws Problem ServiceUnavailable when the journal is full, or cannot be written */
  async append(accepted: AcceptedLead): Promise<void> {
    const line = this.seal(accepted);
    if (this.bytes + line.length > this.maxBytes) throw unavailable(new Error('The journal of leads is full'));
    try {
      await this.writer.submit(line);
    } catch (error) {
      logger.error('A lead cannot be written to the journal', { error });
      throw unavailable(error);
    }
  }

  /** The line of a lead in the journal. */
  seal(accepted: AcceptedLead): string {
    return `${this.secrets.seal(OWNER, PURPOSE, JSON.stringify(accepted))}\n`;
  }

  /** Inserts the waiting leads, also those of a process that is gone. */
  @Every({ every: DRAINED_EVERY_MS, in: 'all', whileHeld: 'runs' })
  async drain(): Promise<void> {
    this.draining ??= this.drainFiles().finally(() => (this.draining = undefined));
    await this.draining;
  }

  private async write(lines: string[]): Promise<void[]> {
    const text = lines.join('');
    await this.files.append(text);
    this.bytes += text.length;
    return lines.map(() => undefined);
  }

  private async drainFiles(): Promise<void> {
    // The own file stays open as long as the database is away, so that files do not become many.
    if ((await this.drainClosed()) && (await this.files.close())) await this.drainClosed();
    this.bytes = await this.files.countBytes();
  }

  /** False if the database is (still) away. */
  private async drainClosed(): Promise<boolean> {
    for (const path of await this.files.listClosed()) if (!(await this.drainFile(path))) return false;
    return true;
  }

  private async drainFile(path: string): Promise<boolean> {
    const rejected: { line: string; error: unknown }[] = [];
    for await (const lines of this.files.readGroups(path, GROUP_MAX)) {
      const results = await Promise.allSettled(lines.map(async (line) => this.capture.keep(this.read(line))));
      for (const [index, result] of results.entries()) {
        if (result.status === 'fulfilled') continue;
        if (isUnavailable(result.reason)) return false;
        rejected.push({ line: lines[index]!, error: result.reason });
      }
    }
    if (rejected.length > 0) {
      const { error } = rejected[0]!;
      logger.error('Lines of the journal of leads were set aside', { count: rejected.length, error });
      await this.files.setAside(
        path,
        rejected.map(({ line }) => line),
      );
    }
    await this.files.remove(path);
    return true;
  }

  /** @throws Error for a line that was half written when its process died; it was never accepted */
  private read(line: string): AcceptedLead {
    const { lead, form } = JSON.parse(this.secrets.open(OWNER, PURPOSE, line)) as AcceptedLead;
    const times = {
      occurredAt: new Date(lead.occurredAt),
      createdAt: new Date(lead.createdAt),
      confirmationAskedAt: lead.confirmationAskedAt ? new Date(lead.confirmationAskedAt) : null,
    };
    return { form, lead: { ...lead, ...times } };
  }
}

const unavailable = (cause: unknown): Problem =>
  new Problem('ServiceUnavailable', { headers: { 'Retry-After': RETRY_AFTER }, cause });
