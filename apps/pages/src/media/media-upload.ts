import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Problem, readUpload, refusal } from '#libs/http';
import { Gate } from '#libs/outbound';
import { DESCRIPTION_MAX } from './dto/media.js';

/** 10 MiB. */
export const MEDIA_MAX_BYTES = 10 * 1024 * 1024;
/** Files that are in memory at a time. */
const AT_ONCE = 8;
const PATIENCE_MS = 10_000;
const RETRY_AFTER = '10';

export interface UploadedMedia {
  content: Buffer;
  description: string | null;
}

/** Takes files into memory, a few at a time. */
@Injectable()
export class MediaUpload {
  private readonly places = new Gate(AT_ONCE);

  /**
   * Reads a file from the multipart field `arquivo`, and gives it to `use`.
   * @throws Problem ValidationError, PayloadTooLarge, ServiceUnavailable if too many are arriving
   */
  async receive<T>(request: IncomingMessage, use: (upload: UploadedMedia) => Promise<T>): Promise<T> {
    return this.holding(async () => {
      const limits = { maxBytes: MEDIA_MAX_BYTES, maxFields: 1, maxFieldBytes: DESCRIPTION_MAX * 4 };
      const { files, fields } = await readUpload(request, limits, async ({ field, content }) => {
        if (field !== 'arquivo') throw invalid(field);
        const chunks: Buffer[] = [];
        for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk);
        return Buffer.concat(chunks);
      }).catch(inPortuguese);
      const [content] = files;
      if (!content || content.length === 0) throw invalid('arquivo');
      const description = fields.get('descricao') || null;
      const unknown = [...fields.keys()].find((name) => name !== 'descricao');
      if (unknown !== undefined) throw invalid(unknown);
      if (description && description.length > DESCRIPTION_MAX) throw invalid('descricao');
      return use({ content, description });
    });
  }

  /** Runs `work` with one of the places. @throws Problem ServiceUnavailable */
  async holding<T>(work: () => Promise<T>): Promise<T> {
    if (!(await this.places.acquire(PATIENCE_MS)))
      throw new Problem('ServiceUnavailable', { headers: { 'Retry-After': RETRY_AFTER } });
    try {
      return await work();
    } finally {
      this.places.release();
    }
  }
}

export const mediaTooLarge = (): Problem =>
  refusal('PayloadTooLarge', { erro: `A mídia é grande demais; o máximo é ${MEDIA_MAX_BYTES} bytes.` });

const invalid = (campo: string): Problem =>
  refusal('ValidationError', { erro: 'Envie a imagem no campo arquivo, em multipart/form-data.', campo });

/** The reader's own refusals are in English. */
function inPortuguese(error: unknown): never {
  if (!(error instanceof Problem) || error.extra) throw error;
  if (error.code === 'PayloadTooLarge') throw mediaTooLarge();
  throw error.code === 'ValidationError' ? invalid('arquivo') : error;
}
