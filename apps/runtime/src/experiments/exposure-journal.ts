import { join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { logger } from '#libs/core/observability';
import { GroupCommitter, type TenantId } from '#libs/core/persistence';
import { RuntimeConfig } from '../config.js';
import { JournalFiles } from '../journal-files/journal-files.js';

const GROUP_MAX = 1_000;
/** Bytes that wait at most, some 300,000 lines. Only a database that is away for long lets it come to that. */
const MAX_BYTES = 64 * 1024 * 1024;
/** A process closes its file each second, so the process of an older one is gone (milliseconds). */
const ABANDONED_MS = 60_000;

export interface Exposure {
  tenantId: TenantId;
  experimentId: string;
  phase: number;
  visitor: string;
  variantId: string;
}

export interface Conversion extends Pick<Exposure, 'tenantId' | 'experimentId' | 'visitor'> {
  /** Number of who agreed to an id only after the exposure. */
  otherVisitor: string | null;
}

/** A line of the journal; `at` in milliseconds. */
export type ExposureLine = { at: number } & ({ exposure: Exposure } | { conversion: Conversion });

/**
 * Exposures and conversions in files, until they are in the database. They outlive the process, also one that is killed; a power
 * cut takes those of the last second, because no visitor waits for the disk.
 */
@Injectable()
export class ExposureJournal implements OnModuleInit {
  readonly files: JournalFiles;
  private bytes = 0;
  private isFailing = false;
  private readonly writer = new GroupCommitter<string, void>((lines) => this.write(lines), {
    maxItems: GROUP_MAX,
    failsWholeGroup: () => true,
  });

  constructor({ journalDir }: RuntimeConfig) {
    this.files = new JournalFiles(join(journalDir, 'experiments'), ABANDONED_MS);
  }

  async onModuleInit(): Promise<void> {
    await this.files.prepare();
    await this.measure();
  }

  /** False if the line could not be written; visitors get their pages all the same. */
  async append(line: ExposureLine): Promise<boolean> {
    const text = `${JSON.stringify(line)}\n`;
    if (this.bytes + text.length > MAX_BYTES) return false;
    try {
      await this.writer.submit(text);
      this.isFailing = false;
      return true;
    } catch (error) {
      if (!this.isFailing) logger.error('Exposures of experiments cannot be written to the journal', { error });
      this.isFailing = true;
      return false;
    }
  }

  async measure(): Promise<void> {
    this.bytes = await this.files.countBytes();
  }

  private async write(lines: string[]): Promise<void[]> {
    const text = lines.join('');
    await this.files.appendUnflushed(text);
    this.bytes += text.length;
    return lines.map(() => undefined);
  }
}

/** Undefined for a line that was half written when its process died. */
export function parseExposureLine(text: string): ExposureLine | undefined {
  try {
    return JSON.parse(text) as ExposureLine;
  } catch {
    return undefined;
  }
}
