import { type SunkMessage, waitUntil } from '#libs/test/testing';
import type { Answer } from './http-client.js';
import { inLanes } from './in-lanes.js';
import type { WholeStack } from './whole-stack.js';

/** The `PUBLIC_URL` of stacks whose readers follow links. */
export const PUBLIC_URL = 'https://t.service.test';
const LANES = 16;

/** The people whom the platform writes to, with their browsers. */
export class Readers {
  constructor(private readonly stack: WholeStack) {}

  mailsWith(subject: RegExp): SunkMessage[] {
    return this.stack.platform.mail.messages.filter(({ source }) => subject.test(source));
  }

  arrived(subject: RegExp, count: number, what: string): Promise<unknown> {
    return waitUntil(() => this.mailsWith(subject).length >= count, { timeoutMs: 60_000, what });
  }

  /** All of them but the first open the link of the mail that asks, and press the button. */
  async confirmAllButOne(asked: number): Promise<void> {
    const subject = /^Subject: Confirm your subscription/m;
    await this.arrived(subject, asked, 'the mails that ask');
    const [, ...links] = this.mailsWith(subject).map(({ source }) => {
      const text = source.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
      return /https:\/\/t\.service\.test(\/t\/l\/[\w.~-]+)/.exec(text)?.[1] ?? '';
    });
    const browser = this.stack.platform.anonymous.with({ 'user-agent': 'Firefox' });
    assertOk(await browser.get(links[0]!));
    await inLanes(LANES, links, async (link) => {
      assertOk(await browser.send('POST', link));
    });
  }

  /** Unsubscribes like the button of a mail program (RFC 8058). */
  async unsubscribe({ source }: SunkMessage): Promise<void> {
    const link = /^List-Unsubscribe: <https:\/\/t\.service\.test([^>]+)>/ms.exec(source)?.[1] ?? '';
    await this.stack.platform.anonymous.send('POST', link.replaceAll(/\s/g, ''), 'List-Unsubscribe=One-Click', {
      'content-type': 'application/x-www-form-urlencoded',
    });
  }

  /** The events that the webhook of an account got. */
  async events(count: number): Promise<{ EventType: string; Environment: string }[]> {
    const { requests } = this.stack.hooks;
    await waitUntil(() => requests.length >= count, { timeoutMs: 20_000, what: 'the webhook' });
    return requests.map(({ text }) => JSON.parse(text) as { EventType: string; Environment: string });
  }
}

function assertOk({ status, text }: Answer): void {
  if (status !== 200) throw new Error(`Answered ${status}: ${text}`);
}
