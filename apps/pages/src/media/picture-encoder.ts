import { Injectable } from '@nestjs/common';
import type { OutputInfo, Sharp } from 'sharp';
import { Problem, refusal } from '#libs/core/http';
import type { MediaFileType } from '#libs/sites/sites';
import { Gate } from '#libs/core/outbound';
import { formatOf, MAX_PIXELS, MAX_SIDE, type RasterFormat, sharp } from '#libs/core/storage';
import { endedJpeg, lostAnimation } from './raster-contents.js';
import { lossOf } from './svg-contents.js';
import { hasSize, SVG_MAX_BYTES, sanitizeSvg } from './svg.js';
import { isDrawable } from './svg-cost.js';

const MAX_FRAMES = 300;
const WIDTHS = [320, 640, 960, 1280, 1920] as const;
/** Timeout of one encoding. */
const TIMEOUT = { seconds: 20 };
/** Pictures that are decoded at a time, by which memory is bounded; the others wait. */
const AT_ONCE = 2;
/** Rows that are there in a JPEG whose last bytes are missing, as a part of all. */
const WHOLE_PART = 0.95;
const PATIENCE_MS = 20_000;
const RETRY_AFTER = '10';

export interface EncodedFile {
  /** First part of the file name: `full`, or the width. */
  label: string;
  type: MediaFileType;
  extension: string;
  width: number;
  height: number;
  content: Buffer;
}

export interface EncodedPicture {
  /** In full size, in a format that every browser shows. */
  full: EncodedFile;
  /** In WebP, smallest first; none for a drawing. */
  smaller: EncodedFile[];
  /** Whether AVIF is worth while: not for drawings and animations. */
  isStill: boolean;
}

/**
 * Makes pictures anew from what was uploaded: turned as the camera said, without its metadata and whatever else the file
 * carried.
 */
@Injectable()
export class PictureEncoder {
  private readonly places = new Gate(AT_ONCE);
  /** AVIF takes several times as long; it is made in a job, which no request waits for. */
  private readonly slow = new Gate(1);

  /** @throws Problem Unprocessable for what is no whole picture, ServiceUnavailable if too many are waiting */
  async encode(content: Buffer): Promise<EncodedPicture> {
    const format = formatOf(content);
    if (!format)
      throw refusal('Unprocessable', { erro: 'O arquivo não é uma imagem JPEG, PNG, GIF, WebP, AVIF ou SVG.' });
    return inTurn(this.places, () => (format === 'svg' ? encodeDrawing(content) : encodeRaster(content, format)));
  }

  /** The same picture in AVIF, smallest first. @param content of a still picture in full size */
  async encodeAvif(content: Buffer): Promise<EncodedFile[]> {
    return inTurn(this.slow, async () => {
      const files: EncodedFile[] = [];
      const { data, info } = await largestOf(content);
      // One after the other: each already uses all processors.
      for (const width of widthsUpTo(info.width)) {
        const made = scaled(data, info, width).avif({ quality: 50, effort: 2 });
        files.push(await fileOf(made, String(width), 'image/avif', 'avif'));
      }
      return files;
    });
  }
}

async function inTurn<T>(places: Gate, work: () => Promise<T>): Promise<T> {
  if (!(await places.acquire(PATIENCE_MS)))
    throw new Problem('ServiceUnavailable', { headers: { 'Retry-After': RETRY_AFTER } });
  try {
    return await work();
  } finally {
    places.release();
  }
}

async function encodeDrawing(content: Buffer): Promise<EncodedPicture> {
  if (content.length > SVG_MAX_BYTES)
    throw refusal('Unprocessable', { erro: `Um SVG tem no máximo ${SVG_MAX_BYTES} bytes.` });
  const drawing = sanitizeSvg(content);
  if (drawing === null) throw damaged();
  const loss = lossOf(content.toString());
  if (loss !== undefined) throw refusal('Unprocessable', { erro: loss });
  if (!hasSize(drawing)) throw refusal('Unprocessable', { erro: 'O SVG precisa de viewBox, ou de width e height.' });
  if (!isDrawable(drawing)) throw refusal('Unprocessable', { erro: 'O SVG tem referências demais.' });
  const clean = Buffer.from(drawing);
  // It is read, not drawn; with a size of its own nothing has to be drawn to find that.
  const { width, height } = await decoding(() => sharp()(clean, { limitInputPixels: false }).metadata());
  if (width > MAX_SIDE || height > MAX_SIDE)
    throw refusal('Unprocessable', { erro: `Um SVG tem no máximo ${MAX_SIDE} pixels em um lado.` });
  const full: EncodedFile = {
    label: 'full',
    type: 'image/svg+xml',
    extension: 'svg',
    width,
    height,
    content: clean,
  };
  return { full, smaller: [], isStill: false };
}

async function encodeRaster(uploaded: Buffer, format: RasterFormat): Promise<EncodedPicture> {
  const loss = lostAnimation(uploaded, format);
  if (loss !== undefined) throw refusal('Unprocessable', { erro: loss });
  const isStill = await measure(uploaded, format);
  const content = format === 'jpeg' ? await wholeJpeg(uploaded) : uploaded;
  return decoding(async () => {
    if (!isStill) return encodeAnimation(content, format);
    const full = await fullOf(open(content).autoOrient(), format);
    const { data, info } = await largestOf(content);
    const smaller: EncodedFile[] = [];
    for (const width of widthsUpTo(info.width)) {
      const made = scaled(data, info, width).webp({ quality: 80, effort: 3 });
      smaller.push(await fileOf(made, String(width), 'image/webp', 'webp'));
    }
    return { full, smaller, isStill };
  });
}

/** An animation keeps its size; as WebP it is a fraction of the bytes. */
async function encodeAnimation(content: Buffer, format: RasterFormat): Promise<EncodedPicture> {
  const full = await fullOf(open(content, true), format);
  if (format === 'webp') return { full, smaller: [], isStill: false };
  const made = open(content, true).webp({ quality: 75, effort: 2 });
  return { full, smaller: [await fileOf(made, String(full.width), 'image/webp', 'webp')], isStill: false };
}

function fullOf(image: Sharp, format: RasterFormat): Promise<EncodedFile> {
  if (format === 'jpeg') return fileOf(image.jpeg({ quality: 88 }), 'full', 'image/jpeg', 'jpg');
  if (format === 'png') return fileOf(image.png(), 'full', 'image/png', 'png');
  if (format === 'gif') return fileOf(image.gif(), 'full', 'image/gif', 'gif');
  // AVIF as WebP, which more browsers show.
  return fileOf(image.webp({ quality: 88, effort: 3 }), 'full', 'image/webp', 'webp');
}

/** Whether it has one frame. @throws Problem Unprocessable if it has more pixels than can be decoded safely */
async function measure(content: Buffer, format: RasterFormat): Promise<boolean> {
  // The header alone is read.
  const { width, height, pages = 1 } = await decoding(() => sharp()(content, { limitInputPixels: false }).metadata());
  const frames = format === 'gif' || format === 'webp' ? pages : 1;
  if (width > MAX_SIDE || height > MAX_SIDE || width * height * frames > MAX_PIXELS)
    throw refusal('Unprocessable', {
      erro: `A imagem tem ${width} × ${height} pixels; o máximo é ${MAX_SIDE} em um lado e ${MAX_PIXELS} ao todo.`,
    });
  if (frames > MAX_FRAMES)
    throw refusal('Unprocessable', { erro: `Uma animação tem no máximo ${MAX_FRAMES} quadros.` });
  return frames === 1;
}

/**
 * A JPEG whose last bytes are missing is shown by every browser, and taken here: whole in all but its last rows, it gets the
 * end that it lacks. @throws Problem Unprocessable for one of which more is missing
 */
async function wholeJpeg(content: Buffer): Promise<Buffer> {
  const ended = endedJpeg(content);
  if (!ended) return content;
  await decoding(async () => {
    const { width, height } = await sharp()(ended, { limitInputPixels: MAX_PIXELS }).metadata();
    await sharp()(ended, { failOn: 'warning', limitInputPixels: MAX_PIXELS, sequentialRead: true })
      .extract({ left: 0, top: 0, width, height: Math.max(1, Math.floor(height * WHOLE_PART)) })
      .timeout(TIMEOUT)
      .raw()
      .toBuffer();
  });
  return ended;
}

const open = (content: Buffer, animated = false): Sharp =>
  sharp()(content, { animated, failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true });

/** The pixels of the largest smaller size, from which the others are made. */
const largestOf = (content: Buffer): Promise<{ data: Buffer; info: OutputInfo }> =>
  open(content)
    .autoOrient()
    .resize({ width: WIDTHS.at(-1)!, withoutEnlargement: true })
    .toColourspace('srgb')
    .timeout(TIMEOUT)
    .raw()
    .toBuffer({ resolveWithObject: true });

const scaled = (data: Buffer, { width, height, channels }: OutputInfo, to: number): Sharp =>
  sharp()(data, { raw: { width, height, channels }, limitInputPixels: MAX_PIXELS }).resize({ width: to });

/** Returns the standard widths that are smaller than the picture, and its own width. */
const widthsUpTo = (largest: number): number[] => [...WIDTHS.filter((width) => width < largest), largest];

async function fileOf(image: Sharp, label: string, type: MediaFileType, extension: string): Promise<EncodedFile> {
  const { data, info } = await image.timeout(TIMEOUT).toBuffer({ resolveWithObject: true });
  // The frames of an animation lie below each other.
  const height = info.pageHeight ?? info.height;
  return { label, type, extension, width: info.width, height, content: data };
}

/** @throws Problem Unprocessable for what cannot be decoded */
async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Problem ? error : damaged(error);
  }
}

const damaged = (cause?: unknown): Problem =>
  new Problem('Unprocessable', { message: 'A imagem está danificada ou incompleta.', extra: {}, cause });
