import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Antivirus } from '#libs/mail/antivirus';
import {
  type AttachmentMeta,
  HeaderFields,
  type ParsedAddress,
  type ParsedMessage,
  parseMessage,
} from '#libs/mail/mime';
import type { TenantId } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { HtmlDisplay } from '../display/html-display.js';
import type { ScanVerdict } from '../messages/message-values.js';
import type { NewAttachment, NewMessage } from '../messages/store/new-message.js';
import { searchTextOf } from '../messages/search-text.js';
import type { DraftContent } from '../drafts/draft.entity.js';
import { flagsOf, type MessageHints } from './archive/message-flags.js';
import type { MessageImport } from './message-import.entity.js';

type ReadFile = Omit<NewAttachment, 'blobHash' | 'scanVerdict'> & { content: Buffer };

/** A message of an archive as it will be in the mailbox, but for its blobs. */
export interface ReadMessage {
  raw: Buffer;
  message: NewMessage;
  files: ReadFile[];
  /** Names of the labels that it had. */
  labels: readonly string[];
  /** The content that was typed, if it is a draft. */
  draft: DraftContent | null;
}

/** Characters of the id that a draft gets. */
const ID_LENGTH = 40;

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

  /** Null for a message that its program had deleted. */
  async read(
    { mailboxId, folderId, createdAt }: MessageImport,
    raw: Buffer,
    hints: MessageHints,
  ): Promise<ReadMessage | null> {
    const attachment = (_meta: AttachmentMeta, content: AsyncIterable<Buffer>) => collect(content);
    const parsed = await parseMessage([raw], { attachment });
    const { messageId, inReplyTo, references, subject, from, to, cc, bcc, replyTo, snippet, listId, date } = parsed;
    const { folder, isRead, isStarred, isDeleted, labels } = flagsOf(parsed, hints);
    if (isDeleted) return null;
    const isDraft = folder === 'drafts' && folderId === null;
    const blobHash = createHash('sha256').update(raw).digest('hex');
    const message: NewMessage = {
      mailboxId,
      folder: folderId ? { id: folderId } : folder,
      origin: isDraft ? 'draft' : 'imported',
      blobHash,
      bytes: raw.length,
      // A draft is sent with one; the same one each time, so that it is imported once.
      messageId: storable(messageId) ?? (isDraft ? `${blobHash.slice(0, ID_LENGTH)}@import.invalid` : null),
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
      sortedAt: dateFor(parsed, hints, createdAt),
      isRead,
      isStarred,
      scanVerdict: 'unscanned',
    };
    const files = parsed.attachments.map(({ stored, ...file }) => ({ ...file, content: stored }));
    return { raw, message, files, labels, draft: isDraft ? draftOf(parsed) : null };
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

  /** Puts a message with malware into quarantine, as received mail. */
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

/**
 * When lists show that a message came: as it says, else as its archive does. A moment that is still to come would stay on top of
 * every list; and so would "now", for one that nothing dates.
 */
function dateFor({ date, headers }: ParsedMessage<unknown>, { at }: MessageHints, now: Date): Date {
  const received = new HeaderFields(headers).receivedDate();
  const past = [date, received, at].find((one) => one && one < now);
  return past ?? (date ? now : new Date(0));
}

const htmlDisplay = new HtmlDisplay();

function draftOf({ to, cc, bcc, subject, text, html, inReplyTo, references }: ParsedMessage<unknown>): DraftContent {
  return {
    from: null,
    to: to.map(written),
    cc: cc.map(written),
    bcc: bcc.map(written),
    subject,
    text,
    html: html === null ? null : htmlDisplay.sanitiseOwn(html),
    inReplyTo,
    references,
  };
}

const written = ({ name, address }: ParsedAddress): string =>
  name ? `"${name.replaceAll(/["\\]/g, '\\$&')}" <${address}>` : address;
