import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Antivirus } from '#libs/mail/antivirus';
import { type AttachmentMeta, parseMessage } from '#libs/mail/mime';
import type { TenantId } from '#libs/core/persistence';
import { judgeAuthor, SenderCheck, type SenderVerdicts } from '#libs/mail/sender-checks';
import { SpamFilter, type SpamVerdict } from '#libs/mail/spam';
import { Blobs } from '#libs/core/storage';
import { MailConfig } from '../config.js';
import type { QuarantineReason, ScanVerdict } from '../messages/message-values.js';
import type { NewAttachment } from '../messages/store/new-message.js';
import type { InboundMessage } from './inbound-message.entity.js';
import type { MessageContent } from '../messages/message-content.js';

/** Findings about a message before it is put into mailboxes. */
export interface Examined {
  content: MessageContent;
  attachments: NewAttachment[];
  sender: SenderVerdicts;
  spam: SpamVerdict;
  scanVerdict: ScanVerdict;
  quarantineReason: QuarantineReason | null;
  /**
   * The sign that a list has passed on a message that its author's domain disowns: `vouched` by a server that is believed, or `claimed` by
   * its List-Id, which is for the mailbox to know. Null for any other message.
   */
  passedOn: 'vouched' | 'claimed' | null;
}

/** Messages up to this size are examined in memory. */
const IN_MEMORY_BYTES = 262_144;

type Open = () => Promise<Readable | Buffer>;

type StoredFile = Pick<NewAttachment, 'blobHash' | 'scanVerdict'>;

/** Reads an accepted message, stores its files, and judges it. May run again for a message: it leaves only blobs. */
@Injectable()
export class Examination {
  constructor(
    private readonly config: MailConfig,
    private readonly blobs: Blobs,
    private readonly senders: SenderCheck,
    private readonly antivirus: Antivirus,
    private readonly spamFilter: SpamFilter,
  ) {}

  /** @param kept its content, where that is in memory @throws AntivirusUnavailable, StorageUnavailable, DatabaseUnavailable */
  async examine(inbound: InboundMessage, kept?: Buffer): Promise<Examined> {
    const open = kept ? () => Promise.resolve(kept) : await this.opener(inbound);
    const checked = await this.senders.check(inbound, open);
    const { content, attachments } = await this.read(inbound, await open());
    const sender = judgeAuthor(checked, content.headers);
    const spam = await this.judge(inbound, { content, attachments, sender }, open);
    const scanVerdict = this.antivirus.isConfigured ? worstOf(attachments) : 'unscanned';
    const quarantineReason = scanVerdict === 'infected' ? 'infected' : sender.isForged ? 'signature' : null;
    const passedOn =
      quarantineReason === 'signature' && sender === checked ? this.passedOn(sender, content.listId) : null;
    return { content, attachments, sender, spam, scanVerdict, quarantineReason, passedOn };
  }

  /** Lists change what they pass on, so its signature breaks; only an author whose From is clear is looked at. */
  private passedOn({ vouchedBy }: SenderVerdicts, listId: string | null): Examined['passedOn'] {
    const trusted = this.config.trustedArcSealers.toLowerCase().split(',');
    if (vouchedBy !== null && trusted.some((domain) => domain.trim() === vouchedBy)) return 'vouched';
    return listId === null ? null : 'claimed';
  }

  /** Opens the message as often as it is looked at. A small one is read once. */
  private async opener({ tenantId, blobHash, bytes }: InboundMessage): Promise<Open> {
    if (bytes > IN_MEMORY_BYTES) return () => this.blobs.read(tenantId, blobHash);
    const content = await this.blobs.readAll(tenantId, blobHash, IN_MEMORY_BYTES);
    return () => Promise.resolve(content);
  }

  private judge(
    { bytes, envelopeFrom, recipients, client }: InboundMessage,
    { content, attachments, sender }: Pick<Examined, 'content' | 'attachments' | 'sender'>,
    open: Open,
  ): Promise<SpamVerdict> {
    return this.spamFilter.judge(
      { content, attachments, bytes, open: async () => streamOf(await open()) },
      {
        ip: client.address,
        helo: client.name,
        envelopeFrom,
        recipients: recipients.map(({ address }) => address),
        sender: sender.verdicts,
      },
    );
  }

  private async read(
    { tenantId }: InboundMessage,
    source: Readable | Buffer,
  ): Promise<Pick<Examined, 'content' | 'attachments'>> {
    const attachment = (_meta: AttachmentMeta, content: AsyncIterable<Buffer>) => this.store(tenantId, content);
    const { attachments, ...content } = await parseMessage(chunksOf(source), { attachment });
    return { content, attachments: attachments.map(({ stored, ...file }) => ({ ...file, ...stored })) };
  }

  private async store(tenantId: TenantId, content: AsyncIterable<Buffer>): Promise<StoredFile> {
    const { hash } = await this.blobs.write(tenantId, content, this.config.inboundMaxBytes);
    return { blobHash: hash, scanVerdict: await this.scan(tenantId, hash) };
  }

  private async scan(tenantId: TenantId, hash: string): Promise<ScanVerdict> {
    if (!this.antivirus.isConfigured) return 'unscanned';
    const content = await this.blobs.read(tenantId, hash);
    try {
      return (await this.antivirus.scan(content)).verdict;
    } finally {
      content.destroy();
    }
  }
}

/** A stream of a message that is in memory would cost more than to read it. */
const chunksOf = (source: Readable | Buffer): AsyncIterable<Buffer> | Iterable<Buffer> =>
  source instanceof Readable ? source : [source];

const streamOf = (source: Readable | Buffer): Readable =>
  source instanceof Readable ? source : Readable.from([source]);

const worstOf = (attachments: readonly NewAttachment[]): ScanVerdict =>
  (['infected', 'unscanned'] as const).find((one) => attachments.some(({ scanVerdict }) => scanVerdict === one)) ??
  'clean';
