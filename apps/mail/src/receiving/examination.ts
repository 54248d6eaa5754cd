import { Injectable } from '@nestjs/common';
import { Antivirus } from '#libs/antivirus';
import { logger } from '#libs/observability';
import type { TenantId } from '#libs/persistence';
import { Blobs, StorageUnavailable } from '#libs/storage';
import { MailConfig } from '../config.js';
import type { QuarantineReason, ScanVerdict, SpamVerdict } from '../messages/message-values.js';
import type { NewAttachment } from '../messages/new-message.js';
import type { InboundMessage } from './inbound-message.entity.js';
import { type ContentFile, type MessageContent, UNREADABLE } from '../messages/content/message-content.js';
import { MessageReader } from '../messages/content/message-reader.js';
import { SenderCheck, type SenderVerdicts } from './sender-check.js';
import { judgeByRules } from './spam-rules.js';

/** What is known of a message before it is put into mailboxes. */
export interface Examined {
  content: MessageContent;
  attachments: NewAttachment[];
  sender: SenderVerdicts;
  spam: SpamVerdict;
  scanVerdict: ScanVerdict;
  quarantineReason: QuarantineReason | null;
}

/** Reads an accepted message, stores its files, and judges it. May run again for a message: it leaves only blobs. */
@Injectable()
export class Examination {
  constructor(
    private readonly config: MailConfig,
    private readonly blobs: Blobs,
    private readonly reader: MessageReader,
    private readonly senders: SenderCheck,
    private readonly antivirus: Antivirus,
  ) {}

  /** @throws AntivirusUnavailable, StorageUnavailable, DatabaseUnavailable */
  async examine(inbound: InboundMessage): Promise<Examined> {
    const { tenantId, blobHash } = inbound;
    const sender = await this.senders.check(inbound, await this.blobs.read(tenantId, blobHash));
    const { content, attachments } = await this.read(inbound);
    const spam = judgeByRules({ content, verdicts: sender.verdicts });
    const scanVerdict = this.antivirus.isConfigured ? worstOf(attachments) : 'unscanned';
    const quarantineReason = scanVerdict === 'infected' ? 'infected' : sender.isForged ? 'signature' : null;
    return { content, attachments, sender, spam, scanVerdict, quarantineReason };
  }

  /** A message that cannot be parsed has no content and no files; its raw bytes are delivered all the same. */
  private async read(inbound: InboundMessage): Promise<{ content: MessageContent; attachments: NewAttachment[] }> {
    const { tenantId, blobHash } = inbound;
    const attachments: NewAttachment[] = [];
    const source = await this.blobs.read(tenantId, blobHash);
    let failure: unknown;
    const onFile = async (file: ContentFile) => {
      try {
        attachments.push(await this.store(tenantId, file));
      } catch (error) {
        failure = error;
        throw error;
      }
    };
    source.once('error', (error) => (failure = new StorageUnavailable(error)));
    try {
      return { content: await this.reader.read(source, onFile), attachments };
    } catch (error) {
      if (failure) throw failure;
      logger.warn('A message could not be parsed', { error });
      return { content: UNREADABLE, attachments: [] };
    }
  }

  private async store(tenantId: TenantId, { content, ...file }: ContentFile): Promise<NewAttachment> {
    const { hash, bytes } = await this.blobs.write(tenantId, content, this.config.inboundMaxBytes);
    return { ...file, blobHash: hash, bytes, scanVerdict: await this.scan(tenantId, hash) };
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

const worstOf = (attachments: readonly NewAttachment[]): ScanVerdict =>
  attachments.some(({ scanVerdict }) => scanVerdict === 'infected') ? 'infected' : 'clean';
