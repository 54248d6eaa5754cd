import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '#libs/core/persistence';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { MailboxRepository } from '../mailboxes/mailbox.repository.js';
import { Draft } from '../drafts/draft.entity.js';
import { storable } from '../messages/store/storable.js';
import { ImportLabels } from './import-labels.js';
import { MessageStore } from '../messages/store/message-store.js';
import type { NewMessage } from '../messages/store/new-message.js';
import type { ArchivedMessage, ArchivePlace } from './archive/archive.js';
import { ImportReading, type ReadMessage } from './import-reading.js';
import { FAILURES_KEPT, type ImportFailure } from './import-values.js';
import { keyOf, listKnownKeys } from './known-messages.sql.js';
import type { MessageImport } from './message-import.entity.js';
import { MessageImportRepository } from './message-import.repository.js';

/** The mailbox of an import is gone. */
export class MailboxGone extends Error {
  override name = 'MailboxGone';
}

/** A message of the batch, with its number in the file. */
interface Numbered {
  number: number;
  file: string | null;
}

type Counts = Pick<MessageImport, 'imported' | 'skipped' | 'errors'> & { failures: ImportFailure[] };

/**
 * Imports some messages at a time. The transaction that stores them moves the place of the import, so that each message is
 * imported once, however often a run is interrupted and however many run at once.
 */
@Injectable()
export class ImportBatches {
  constructor(
    private readonly database: Database,
    private readonly mailboxes: MailboxRepository,
    private readonly imports: MessageImportRepository,
    private readonly reading: ImportReading,
    private readonly store: MessageStore,
    private readonly labels: ImportLabels,
  ) {}

  /**
   * Returns the import as it is then; null if it has ended, or another run is ahead.
   * @throws MailboxGone, StorageUnavailable, AntivirusUnavailable
   */
  async import(from: MessageImport, messages: readonly ArchivedMessage[]): Promise<MessageImport | null> {
    const { tenantId } = from;
    const read = new Map<ReadMessage, Numbered>();
    const failures: ImportFailure[] = [];
    for (const [index, { raw, failure, file, hints }] of messages.entries()) {
      const numbered = { number: from.total + index + 1, file };
      const one = raw && (await this.reading.read(from, raw, hints));
      // One that was deleted is skipped.
      if (one) read.set(one, numbered);
      else if (!raw) failures.push({ ...numbered, reason: failure ?? 'damaged' });
    }
    const wanted = await this.database.tenant(tenantId, (tx) => this.wanted(tx, from, [...read.keys()]));
    const stored = await this.reading.store(tenantId, wanted);
    const sources = new Map(wanted.map((one, index) => [stored[index]!, one]));
    const last = messages.at(-1)!;
    return this.database.tenant(tenantId, async (tx) => {
      const mailbox = await this.lockMailbox(tx, from);
      const found = await this.imports.lockForUpdate(tx, tenantId, from.id);
      if (found?.state !== 'running' || !isAt(found, from)) return null;
      const fresh = await this.listFresh(tx, from, stored);
      const { fitting, full } = fittingIn(mailbox, fresh);
      await this.insert(tx, from, fitting, sources);
      failures.push(
        ...full.map((message) => ({ ...read.get(sources.get(message)!)!, reason: 'mailbox full' as const })),
      );
      const counts = {
        imported: fitting.length,
        skipped: messages.length - fitting.length - failures.length,
        errors: failures.length,
        failures,
      };
      return this.imports.update(tx, found, { ...advanced(found, counts), ...placeAfter(last) });
    });
  }

  /** Inserts messages with their labels; drafts as what they are. */
  private async insert(
    tx: EntityManager,
    { tenantId, mailboxId }: MessageImport,
    messages: readonly NewMessage[],
    sources: ReadonlyMap<NewMessage, ReadMessage>,
  ): Promise<void> {
    const given = messages.map((message) => sources.get(message)!);
    const rows = await this.store.insertMany(tx, tenantId, mailboxId, messages);
    const labelled = rows.map(({ id }, index) => ({ id, labels: given[index]!.labels }));
    await this.labels.apply(tx, tenantId, mailboxId, labelled);
    for (const [index, row] of rows.entries()) {
      const { draft: content } = given[index]!;
      if (!content || row.quarantineReason !== null) continue;
      const draft = { tenantId, mailboxId, messageId: row.id, version: 1, content: storable(content) };
      await tx.insert(Draft, { ...draft, updatedAt: row.sortedAt });
    }
  }

  /** Removed or purged, it takes no mail. */
  private async lockMailbox(tx: EntityManager, { tenantId, mailboxId }: MessageImport): Promise<Mailbox> {
    const mailbox = await this.mailboxes.lockForUpdate(tx, tenantId, mailboxId);
    if (!mailbox || mailbox.removedAt) throw new MailboxGone();
    return mailbox;
  }

  /** Filters messages that the mailbox lacks, and whose blobs are therefore worth storing. */
  private async wanted(tx: EntityManager, from: MessageImport, read: readonly ReadMessage[]): Promise<ReadMessage[]> {
    const messages = new Map(read.map((one) => [one.message, one]));
    const fresh = await this.listFresh(tx, from, [...messages.keys()]);
    return fresh.map((message) => messages.get(message)!);
  }

  /** Selects messages that the mailbox lacks, and of equal ones the first. */
  private async listFresh(
    tx: EntityManager,
    { tenantId, mailboxId }: MessageImport,
    messages: readonly NewMessage[],
  ): Promise<NewMessage[]> {
    const known = await listKnownKeys(tx, tenantId, mailboxId, messages);
    return messages.filter((message) => {
      const key = keyOf(message);
      if (known.has(key)) return false;
      known.add(key);
      return true;
    });
  }
}

function fittingIn(
  { quotaBytes, usedBytes }: Mailbox,
  messages: readonly NewMessage[],
): { fitting: NewMessage[]; full: NewMessage[] } {
  let left = quotaBytes - usedBytes;
  const fitting: NewMessage[] = [];
  const full: NewMessage[] = [];
  for (const message of messages) {
    const fits = message.bytes <= left;
    if (fits) left -= message.bytes;
    (fits ? fitting : full).push(message);
  }
  return { fitting, full };
}

function advanced(found: MessageImport, { imported, skipped, errors, failures }: Counts) {
  const sorted = failures.toSorted((a, b) => a.number - b.number);
  return {
    total: found.total + imported + skipped + errors,
    imported: found.imported + imported,
    skipped: found.skipped + skipped,
    errors: found.errors + errors,
    failures: [...found.failures, ...sorted].slice(0, FAILURES_KEPT),
  };
}

const placeAfter = ({ next, readBytes }: ArchivedMessage) => ({
  entry: next.entry,
  entryOffset: next.offset,
  readBytes,
});

const placeOf = ({ entry, entryOffset }: MessageImport): ArchivePlace => ({ entry, offset: entryOffset });

function isAt(found: MessageImport, from: MessageImport): boolean {
  const [one, other] = [placeOf(found), placeOf(from)];
  return one.entry === other.entry && one.offset === other.offset && found.total === from.total;
}
