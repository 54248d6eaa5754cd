import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Problem, readUpload, refusal } from '#libs/core/http';
import { Gate } from '#libs/core/outbound';
import type { TenantId } from '#libs/core/persistence';
import { DESCRIPTION_MAX } from './media.dto.js';

/** 10 MiB. */
export const MEDIA_MAX_BYTES = 10 * 1024 * 1024;
/** Files that are worked on at a time: of all accounts, and of one. */
const AT_ONCE = 8;
const AT_ONCE_OF_TENANT = 4;
/** Files of an account that arrive, wait and are worked on. */
const UNDERWAY_OF_TENANT = 8;
/** Bytes of all files in memory. */
const MOST_BYTES = 256 * 1024 * 1024;
const PATIENCE_MS = 10_000;
const RETRY_AFTER = '10';

export interface UploadedMedia {
  content: Buffer;
  description: string | null;
}

/** The files of an account that are underway. */
interface Underway {
  files: number;
  places: Gate;
}

/**
 * Takes files into memory, and has a few of them worked on at a time. A file takes a place once it is there, and an account has places of its own: slow
 * uploads hold up nobody, and those of one account no other.
 */
@Injectable()
export class MediaUpload {
  private readonly places = new Gate(AT_ONCE);
  private readonly underway = new Map<TenantId, Underway>();
  private bytes = 0;

  /**
   * Reads a file from the multipart field `arquivo`, and gives it to `use`.
   * @throws Problem ValidationError, PayloadTooLarge, ServiceUnavailable if too many are underway
   */
  async receive<T>(
    request: IncomingMessage,
    tenantId: TenantId,
    use: (upload: UploadedMedia) => Promise<T>,
  ): Promise<T> {
    return this.bring(tenantId, (count) => read(request, count), use);
  }

  /**
   * Gets a file, and then gives it to `use` in one of the places.
   * @param get calls `count` for the bytes that it has
   * @throws Problem ServiceUnavailable
   */
  async bring<F, T>(
    tenantId: TenantId,
    get: (count: (bytes: number) => void) => Promise<F>,
    use: (file: F) => Promise<T>,
  ): Promise<T> {
    const own = this.begin(tenantId);
    let counted = 0;
    try {
      const file = await get((bytes) => {
        if (this.bytes + bytes > MOST_BYTES) throw busy();
        counted += bytes;
        this.bytes += bytes;
      });
      return await inPlace(own.places, () => inPlace(this.places, () => use(file)));
    } finally {
      this.bytes -= counted;
      own.files -= 1;
      if (own.files === 0) this.underway.delete(tenantId);
    }
  }

  /** @throws Problem ServiceUnavailable */
  private begin(tenantId: TenantId): Underway {
    const own = this.underway.get(tenantId) ?? { files: 0, places: new Gate(AT_ONCE_OF_TENANT) };
    if (own.files >= UNDERWAY_OF_TENANT) throw busy();
    own.files += 1;
    this.underway.set(tenantId, own);
    return own;
  }
}

/** Runs `work` with a place. @throws Problem ServiceUnavailable */
async function inPlace<T>(places: Gate, work: () => Promise<T>): Promise<T> {
  if (!(await places.acquire(PATIENCE_MS))) throw busy();
  try {
    return await work();
  } finally {
    places.release();
  }
}

async function read(request: IncomingMessage, count: (bytes: number) => void): Promise<UploadedMedia> {
  const limits = { maxBytes: MEDIA_MAX_BYTES, maxFields: 1, maxFieldBytes: DESCRIPTION_MAX * 4 };
  const { files, fields } = await readUpload(request, limits, async ({ field, content }) => {
    if (field !== 'arquivo') throw invalid(field);
    const chunks: Buffer[] = [];
    for await (const chunk of content as AsyncIterable<Buffer>) {
      count(chunk.length);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }).catch(inPortuguese);
  const [content] = files;
  if (!content || content.length === 0) throw invalid('arquivo');
  const description = fields.get('descricao') || null;
  const unknown = [...fields.keys()].find((name) => name !== 'descricao');
  if (unknown !== undefined) throw invalid(unknown);
  if (description && description.length > DESCRIPTION_MAX) throw invalid('descricao');
  return { content, description };
}

const busy = (): Problem => new Problem('ServiceUnavailable', { headers: { 'Retry-After': RETRY_AFTER } });

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
