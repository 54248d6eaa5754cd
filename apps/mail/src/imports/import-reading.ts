import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Antivirus } from '#libs/antivirus';
import { type AttachmentMeta, parseMessage } from '#libs/mime';
import type { TenantId } from '#libs/persistence';
import { Blobs } from '#libs/storage';
import type { ScanVerdict } from '../messages/message-values.js';
import type { NewAttachment, NewMessage } from '../messages/new-message.js';
import { searchTextOf } from '../messages/search-text.js';
import { flagsOf } from './archive/message-flags.js';
import type { MessageImport } from './message-import.entity.js';

type ReadFile = Omit<NewAttachment, 'blobHash' | 'scanVerdict'> & { content: Buffer };

/** A message of an archive as it will be in the mailbox, but for its blobs. */
export interface ReadMessage {
  raw: Buffer;
  message: NewMessage;
  files: ReadFile[];
}

/** Postgres keeps no NUL; a Message-ID is compared as it is kept. */
const storable = (id: string | null): string | null =>
  id?.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd') || null;

/** Reads messages of archives, and stores their blobs. */
@Injectable()
export class ImportReading {
  constructor(
    private readonly blobs: Blobs,
    private readonly antivirus: Antivirus,
  ) {}

  async read({ mailboxId, folderId, createdAt }: MessageImport, raw: Buffer): Promise<ReadMessage> {
    const attachment = (_meta: AttachmentMeta, content: AsyncIterable<Buffer>) => collect(content);
    const parsed = await parseMessage([raw], { attachment });
    const { messageId, inReplyTo, references, subject, from, to, cc, bcc, replyTo, snippet, listId, date } = parsed;
    const { folder, isRead, isStarred } = flagsOf(parsed);
    const message: NewMessage = {
      mailboxId,
      folder: folderId ? { id: folderId } : folder,
      origin: 'imported',
      blobHash: createHash('sha256').update(raw).digest('hex'),
      bytes: raw.length,
      messageId: storable(messageId),
      inReplyTo,
      references,
      subject,
      from,
      to,
      cc,
      bcc,
      replyTo,
      snippet,
      searchText: searchTextOf(parsed),
      listId,
      datedAt: date,
      // A date that is still to come would stay on top of every list.
      sortedAt: date && date < createdAt ? date : createdAt,
      isRead,
      isStarred,
      scanVerdict: 'unscanned',
    };
    const files = parsed.attachments.map(({ stored, ...file }) => ({ ...file, content: stored }));
    return { raw, message, files };
  }

  /** Stores the blobs of messages, and has their files scanned. @throws StorageUnavailable, AntivirusUnavailable */
  async store(tenantId: TenantId, read: readonly ReadMessage[]): Promise<NewMessage[]> {
    const contents = read.flatMap(({ raw, files }) => [raw, ...files.map(({ content }) => content)]);
    const hashes = await this.blobs.writeMany(tenantId, contents);
    const verdicts = await this.scan(contents, hashes, new Set(read.map(({ message }) => message.blobHash)));
    let at = 0;
    return read.map(({ message, files }) => {
      at += 1;
      const attachments = files.map(({ content: _content, ...file }): NewAttachment => {
        const blobHash = hashes[at++]!;
        return { ...file, blobHash, scanVerdict: verdicts.get(blobHash) ?? 'unscanned' };
      });
      return { ...message, ...this.judged(attachments), attachments };
    });
  }

  /** As for received mail: one with malware is in quarantine. */
  private judged(attachments: readonly NewAttachment[]): Partial<NewMessage> {
    if (!this.antivirus.isConfigured) return { scanVerdict: 'unscanned' };
    const has = (verdict: ScanVerdict) => attachments.some(({ scanVerdict }) => scanVerdict === verdict);
    if (!has('infected')) return { scanVerdict: has('unscanned') ? 'unscanned' : 'clean' };
    return { scanVerdict: 'infected', quarantineReason: 'infected', folder: 'quarantine' };
  }

  private async scan(
    contents: readonly Buffer[],
    hashes: readonly string[],
    messages: ReadonlySet<string>,
  ): Promise<Map<string, ScanVerdict>> {
    const verdicts = new Map<string, ScanVerdict>();
    if (!this.antivirus.isConfigured) return verdicts;
    for (const [index, hash] of hashes.entries()) {
      if (messages.has(hash) || verdicts.has(hash)) continue;
      verdicts.set(hash, (await this.antivirus.scan([contents[index]!])).verdict);
    }
    return verdicts;
  }
}

async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
