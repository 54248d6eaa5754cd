import { Injectable } from '@nestjs/common';
import { Antivirus, AntivirusUnavailable, type ScanResult } from '#libs/mail/antivirus';
import type { OutgoingAttachment } from '#libs/mail/email';
import { Problem } from '#libs/core/http';

/** Time after which a client may send again, because the scanner was not available. */
const RETRY_AFTER_SECONDS = 60;

/** Keeps infected files from being sent. */
@Injectable()
export class AttachmentScan {
  constructor(private readonly antivirus: Antivirus) {}

  /** Whether there are attachments and no scanner. @throws Problem AnexoInfectado, or AntivirusIndisponivel with Retry-After */
  async requireClean(attachments: readonly OutgoingAttachment[]): Promise<boolean> {
    const results = await Promise.all(attachments.map(async (file) => ({ file, result: await this.scan(file) })));
    for (const { file, result } of results) {
      if (result.verdict === 'infected')
        throw new Problem('AnexoInfectado', {
          message: `The attachment ${file.fileName} contains malware (${result.signature}). Nothing was sent.`,
        });
    }
    return results.some(({ result }) => result.verdict === 'unscanned');
  }

  private async scan({ content }: OutgoingAttachment): Promise<ScanResult> {
    try {
      return await this.antivirus.requireScan([content]);
    } catch (cause) {
      if (!(cause instanceof AntivirusUnavailable)) throw cause;
      throw new Problem('AntivirusIndisponivel', { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) }, cause });
    }
  }
}
