import { Injectable } from '@nestjs/common';
import { invalidField, Problem } from '#libs/core/http';
import { Gate } from '#libs/core/outbound';
import { formatOf, MAX_PIXELS, MAX_SIDE, sharp } from '#libs/core/storage';

/** Pixels of a side of what is stored. */
const SIDE = 256;
const TIMEOUT = { seconds: 10 };
/** Pictures that are decoded at a time, by which memory is bounded; the others wait. */
const AT_ONCE = 2;
const PATIENCE_MS = 10_000;

/** Makes a small PNG of a picture: turned as the camera said, without its metadata and whatever else the file carried. */
@Injectable()
export class AvatarEncoder {
  private readonly places = new Gate(AT_ONCE);

  /** @throws Problem ValidationError for what is no picture, or has too many pixels; ServiceUnavailable if too many wait */
  async encode(content: Buffer): Promise<Buffer> {
    const format = formatOf(content);
    if (!format || format === 'svg') throw invalid('must be a JPEG, PNG, GIF, WebP or AVIF picture');
    if (!(await this.places.acquire(PATIENCE_MS))) {
      throw new Problem('ServiceUnavailable', { headers: { 'Retry-After': '10' } });
    }
    try {
      return await encode(content);
    } catch (cause) {
      throw cause instanceof Problem ? cause : invalid('is damaged or incomplete', cause);
    } finally {
      this.places.release();
    }
  }
}

async function encode(content: Buffer): Promise<Buffer> {
  // The header alone is read.
  const { width, height } = await sharp()(content, { limitInputPixels: false }).metadata();
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) throw invalid('has too many pixels');
  return sharp()(content, { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true })
    .autoOrient()
    .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .timeout(TIMEOUT)
    .toBuffer();
}

const invalid = (message: string, cause?: unknown): Problem =>
  invalidField('ValidationError', 'arquivo', message, { cause });
