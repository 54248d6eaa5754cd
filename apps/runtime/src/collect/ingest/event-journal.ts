import { join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import { logger, metrics } from '#libs/core/observability';
import { GroupCommitter } from '#libs/core/persistence';
import { RuntimeConfig } from '../../config.js';
import { JournalFiles } from '../../journal-files/journal-files.js';

const GROUP_MAX = 1_000;
const MIB = 1024 * 1024;
const RETRY_AFTER = '30';
/** A process that wrote nothing for so long is gone (milliseconds). */
const ABANDONED_MS = 60_000;

interface Line {
  text: string;
  /** True to flush the line to the disk before it is accepted. */
  isFlushed: boolean;
}

/** Batches of events on the disk, until they are counted. A batch is accepted when its line is on the disk: one flush for many. */
@Injectable()
export class EventJournal implements OnModuleInit {
  readonly files: JournalFiles;
  private readonly maxBytes: number;
  private bytes = 0;
  private readonly writer = new GroupCommitter<Line, void>((lines) => this.write(lines), {
    maxItems: GROUP_MAX,
    halvesFrom: 16,
    failsWholeGroup: () => true,
  });

  constructor({ journalDir, eventJournalMaxMib }: RuntimeConfig) {
    this.files = new JournalFiles(join(journalDir, 'events'), ABANDONED_MS);
    this.maxBytes = eventJournalMaxMib * MIB;
    const waiting = () => this.bytes;
    metrics.observeGauge({
      name: 'collect_journal_bytes',
      help: 'Collected events that wait in the journal to be counted',
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
    await this.measure();
  }

  /** Resolves when the line is on the disk. @throws Problem ServiceUnavailable when the journal is full, or cannot be written */
  async append(line: object): Promise<void> {
    await this.submit(line, true);
  }

  /**
   * Resolves when the operating system has the line: a kill of the process does not lose it, a power failure may. For lines that no
   * caller waits for.
   * @throws Problem as {@link append}
   */
  async appendUnflushed(line: object): Promise<void> {
    await this.submit(line, false);
  }

  private async submit(line: object, isFlushed: boolean): Promise<void> {
    const text = `${JSON.stringify(line)}\n`;
    if (this.bytes + text.length > this.maxBytes) throw unavailable(new Error('The journal of events is full'));
    try {
      await this.writer.submit({ text, isFlushed });
    } catch (error) {
      logger.error('Events cannot be written to the journal', { error });
      throw unavailable(error);
    }
  }

  async measure(): Promise<void> {
    this.bytes = await this.files.countBytes();
  }

  private async write(lines: Line[]): Promise<void[]> {
    const text = lines.map((line) => line.text).join('');
    if (lines.some(({ isFlushed }) => isFlushed)) await this.files.append(text);
    else await this.files.appendUnflushed(text);
    this.bytes += text.length;
    return lines.map(() => undefined);
  }
}

const unavailable = (cause: unknown): Problem =>
  new Problem('ServiceUnavailable', { headers: { 'Retry-After': RETRY_AFTER }, cause });
