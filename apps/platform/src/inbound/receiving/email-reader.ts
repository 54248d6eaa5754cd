import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core/persistence';
import { Blobs } from '#libs/core/storage';
import { parseMessage } from '#libs/mail/mime';
import { judgeAuthor, SenderCheck } from '#libs/mail/sender-checks';
import { PlatformConfig } from '../../config.js';
import { type ReadEmail, readEmail } from '../emails/received-content.js';
import type { ReceivedEmail } from '../emails/received-email.entity.js';

/** Messages up to this size are read in memory. */
const IN_MEMORY_BYTES = 262_144;

type Open = () => Promise<Readable | Buffer>;

/** Reads a received message, stores its files, and judges its sender. May run again for a message: it leaves only blobs. */
@Injectable()
export class EmailReader {
  constructor(
    private readonly config: PlatformConfig,
    private readonly blobs: Blobs,
    private readonly senders: SenderCheck,
  ) {}

  /** @throws StorageUnavailable, DatabaseUnavailable */
  async read(email: ReceivedEmail): Promise<ReadEmail> {
    const open = await this.opener(email);
    const checked = await this.senders.check(email, open);
    const parsed = await parseMessage(chunksOf(await open()), {
      attachment: (_meta, content) => this.store(email.tenantId, content),
    });
    return readEmail(parsed, judgeAuthor(checked, parsed.headers).verdicts);
  }

  private async store(tenantId: TenantId, content: AsyncIterable<Buffer>): Promise<{ hash: string }> {
    const { hash } = await this.blobs.write(tenantId, content, this.config.inboundMaxBytes);
    return { hash };
  }

  /** Opens the message as often as it is looked at. A small one is read once. */
  private async opener({ tenantId, hash, bytes }: ReceivedEmail): Promise<Open> {
    if (bytes > IN_MEMORY_BYTES) return () => this.blobs.read(tenantId, hash);
    const content = await this.blobs.readAll(tenantId, hash, IN_MEMORY_BYTES);
    return () => Promise.resolve(content);
  }
}

const chunksOf = (source: Readable | Buffer): AsyncIterable<Buffer> =>
  source instanceof Readable ? source : Readable.from([source]);
