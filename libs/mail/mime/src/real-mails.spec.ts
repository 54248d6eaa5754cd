import { describe, expect, it } from 'vitest';
import { parseMessage } from './parse-message.js';
import type { ParsedAddress } from './parsed-message.js';
import { REAL_MAILS, type Shown } from '../test-support/real-mails/index.js';

const sink = {
  async attachment(_: unknown, content: AsyncIterable<Buffer>): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return Buffer.concat(chunks).toString('latin1');
  },
};

const pairOf = ({ name, address }: ParsedAddress) => [name, address] as const;

/** Returns what readers see of it, as far as it is looked at. */
async function seenOf(raw: Buffer, wanted: Shown): Promise<Shown> {
  const found = await parseMessage([raw], sink);
  const { attachments, html } = found;
  const all: Required<Shown> = {
    subject: found.subject,
    from: pairOf(found.from ?? { name: '', address: '' }),
    to: found.to.map(pairOf),
    cc: found.cc.map(pairOf),
    date: found.date?.toISOString() ?? '',
    text: found.text.trim(),
    html: html === null ? null : (wanted.html ?? []).filter((piece) => html.includes(piece)),
    files: attachments.map(({ fileName, stored }) => [fileName, stored] as const),
    hasAttachments: attachments.some(({ isInline, isForPrograms }) => !isInline && !isForPrograms),
    pictures: attachments.filter(({ isInline }) => isInline).length,
  };
  return Object.fromEntries(Object.entries(all).filter(([key]) => key in wanted));
}

describe.each(REAL_MAILS)('$about of real mails are read', ({ mails }) => {
  it.each(mails)('$name', async ({ raw, shown }) => {
    expect(await seenOf(raw, shown)).toEqual(shown);
  });
});
