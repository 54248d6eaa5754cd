import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import { waitUntil } from '#libs/test/testing';
import type { DevFile, DnsRecord } from '../../../scripts/stack/read-dev-file.js';

/** The machine may be busy with all other specs. */
export const PATIENCE = { timeoutMs: 120_000, everyMs: 100 };

interface InboxMail {
  id: string;
  subject: string;
  text: string;
  html?: string;
  envelope: { to: { address: string }[] };
}

/** A mail that comes from elsewhere. */
interface HandedIn {
  listener?: 'bounce' | 'inbound';
  from?: string;
  localAddress?: string;
}

/** Surroundings of the stack: the mail that it sent, and the DNS that it asks. */
export class Outside {
  constructor(private readonly dev: DevFile) {}

  /** Waits for the first match in the mails to an address, the newest first; returns its first group. */
  async inMailTo(address: string, pattern: RegExp): Promise<string> {
    return waitUntil(
      async () => {
        const mails = (await this.mailsTo(address)).toReversed();
        return mails.map(({ text, html }) => pattern.exec(`${text}\n${html ?? ''}`)?.[1]).find(Boolean);
      },
      { ...PATIENCE, what: `a mail to ${address} with ${pattern}` },
    );
  }

  /** The same in the whole mail, its headers included. */
  async inSourceTo(address: string, pattern: RegExp): Promise<string> {
    return waitUntil(
      async () => {
        for (const { id } of (await this.mailsTo(address)).toReversed()) {
          const found = pattern.exec(await this.sourceOf(id))?.[1];
          if (found) return found;
        }
        return undefined;
      },
      { ...PATIENCE, what: `a mail to ${address} with ${pattern}` },
    );
  }

  /** Adds records to those of the development DNS, which reads them at every query. */
  publish(records: readonly DnsRecord[]): void {
    const { records: file } = this.dev.dns;
    const present = JSON.parse(readFileSync(file, 'utf8')) as DnsRecord[];
    const added = records.map(({ name, type, value }) => ({ name, type, value }));
    // Replaced as a whole, because the server may read it at this moment.
    writeFileSync(`${file}.${process.pid}`, JSON.stringify([...present, ...added], null, 2));
    renameSync(`${file}.${process.pid}`, file);
  }

  /** Gives a mail with a file to Platform's listener, or to the MX, as another server does. */
  async handIn(
    to: string,
    subject: string,
    { listener = 'bounce', from = 'ana@example.test', localAddress }: HandedIn = {},
  ): Promise<string> {
    const server = { ...this.dev.smtp[listener], ignoreTLS: true, localAddress };
    const transport = createTransport({ ...server, name: 'mx.example.test' });
    try {
      const attachments = [{ filename: 'order.txt', content: 'a file' }];
      const mail = { from: `Ana <${from}>`, to, subject, text: 'Where is my order?', attachments };
      return (await transport.sendMail(mail)).response;
    } finally {
      transport.close();
    }
  }

  async mailsTo(address: string): Promise<InboxMail[]> {
    const response = await fetch(`${this.dev.urls.inbox}/email`);
    const mails = (await response.json()) as InboxMail[];
    return mails.filter(({ envelope }) => envelope.to.some((one) => one.address === address));
  }

  /** Without the line breaks of quoted-printable, in which links are cut. */
  private async sourceOf(id: string): Promise<string> {
    const response = await fetch(`${this.dev.urls.inbox}/email/${id}/source`);
    return (await response.text())
      .replace(/=\r?\n/g, '')
      .replace(/\r?\n[ \t]/g, ' ')
      .replaceAll('=3D', '=');
  }
}
