import sharp, { type Sharp } from 'sharp';
import type { HttpClient, Answer } from '../../../../test/support/http-client.js';
import type { PagesStack } from '../../../../test/support/pages-stack.js';

/** A picture of colour gradients, so that encoders have something to do. */
export function gradient(width: number, height: number, withAlpha = false): Sharp {
  const channels = withAlpha ? 4 : 3;
  const pixels = Buffer.alloc(width * height * channels);
  for (let at = 0; at < width * height; at += 1) {
    const x = at % width;
    const y = Math.floor(at / width);
    pixels.set(
      [(x * 255) / width, (y * 255) / height, (x + y) % 256, ...(withAlpha ? [(x * 255) / width] : [])],
      at * channels,
    );
  }
  return sharp(pixels, { raw: { width, height, channels } });
}

/** A multipart body with one file. */
export function multipart(content: Buffer, { field = 'arquivo', name = 'foto.png', description = '' } = {}) {
  const boundary = 'limite-dos-campos';
  const text = description
    ? `--${boundary}\r\nContent-Disposition: form-data; name="descricao"\r\n\r\n${description}\r\n`
    : '';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(text + head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

export function upload(
  client: HttpClient,
  content: Buffer,
  options?: Parameters<typeof multipart>[1],
): Promise<Answer> {
  const { body, headers } = multipart(content, options);
  return client.send('POST', '/v1/midias', body, headers);
}

/** An upload that succeeds. */
export async function uploaded(
  client: HttpClient,
  content: Buffer,
  options?: Parameters<typeof upload>[2],
): Promise<Answer> {
  const answer = await upload(client, content, options);
  if (answer.status !== 201) throw new Error(`The upload failed: ${answer.status} ${answer.text}`);
  return answer;
}

/** Gets a picture from the runtime, by the URL that the API answered. */
export async function fetchPicture(
  { visitor }: PagesStack,
  url: string,
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const answer = await fetch(visitor.url + new URL(url).pathname);
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}
