import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Download {
  /** As the user sees it; any Unicode. */
  fileName: string;
  /** What the content was said to be. Types that a browser would run are sent as plain bytes. */
  contentType: string;
  bytes: number;
  /** Shows it in the browser, for types that are safe to show; false unless told. */
  inline?: boolean;
  /** Opens the content, or the part between two positions; both belong to it. */
  open(range?: { start: number; end: number }): Promise<Readable>;
}

/** Types that a browser shows without running anything of them. */
const SAFE_TO_SHOW = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'audio/mpeg',
  'video/mp4',
  'video/webm',
  'application/pdf',
  'text/plain',
]);
const MEDIA_TYPE = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/;
/** HTML, XML with its dialects, SVG and scripts. */
const RUNNABLE = /html|xml|svg|script|wasm/;
const UNKNOWN = 'application/octet-stream';

/**
 * Sends a file as the answer: as an attachment unless it may be shown, never sniffed, with one byte range if the request
 * asks for it (RFC 9110, 14), at the speed of the reader. Resolves when it is sent, or when the client went away.
 * @throws what `open` throws, as long as nothing is sent
 */
export async function sendDownload(response: ServerResponse, download: Download): Promise<void> {
  const { bytes } = download;
  const range = rangeOf(response.req.headers.range, bytes);
  setHeaders(response, download);
  if (range === 'unsatisfiable') {
    response.writeHead(416, { 'Content-Range': `bytes */${bytes}`, 'Content-Length': 0 }).end();
    return;
  }
  const isHead = response.req.method === 'HEAD';
  const content = isHead ? undefined : await download.open(range);
  if (range) {
    const length = range.end - range.start + 1;
    response.writeHead(206, {
      'Content-Range': `bytes ${range.start}-${range.end}/${bytes}`,
      'Content-Length': length,
    });
  } else {
    response.writeHead(200, { 'Content-Length': bytes });
  }
  if (!content) {
    response.end();
    return;
  }
  // A failure on the way leaves a body that is shorter than announced, by which the client knows.
  await pipeline(content, response).catch(() => response.destroy());
}

/** A Content-Disposition (RFC 6266) with a name of any Unicode, and its like in ASCII for old clients. */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
  // A lone surrogate cannot be encoded, and control and format characters have no place in a name.
  const name =
    Buffer.from(fileName)
      .toString()
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .replace(/[/\\]/g, '_') || 'file';
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["%]/g, '_');
  if (ascii === name) return `${kind}; filename="${ascii}"`;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

function setHeaders(response: ServerResponse, { fileName, contentType, inline = false }: Download): void {
  const type = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const isShown = inline && SAFE_TO_SHOW.has(type);
  const sent = !MEDIA_TYPE.test(type) || RUNNABLE.test(type) ? UNKNOWN : type;
  response.setHeader('Content-Type', sent === 'text/plain' ? 'text/plain; charset=utf-8' : sent);
  response.setHeader('Content-Disposition', contentDisposition(isShown ? 'inline' : 'attachment', fileName));
  response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Accept-Ranges', 'bytes');
}

/** The one range that is asked for; undefined for the whole, as for what is no range or several. */
function rangeOf(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  return start > end || start >= bytes ? 'unsatisfiable' : { start, end };
}
