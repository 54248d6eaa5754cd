import { setTimeout as delay } from 'node:timers/promises';
import type { DevFile } from '../stack/read-dev-file.js';

/** Mails of the demo account before its pictures are taken, each to a recipient of the sandbox, so many times. */
const MAILS = [
  { subject: 'Your order is on its way', recipient: 'delivered', times: 24 },
  { subject: 'Your invoice for November', recipient: 'opened', times: 5 },
  { subject: 'Confirm your e-mail address', recipient: 'clicked', times: 3 },
  { subject: 'Reset your password', recipient: 'delivered', times: 16 },
  { subject: 'Your table for Friday', recipient: 'bounced', times: 1 },
  { subject: 'Welcome to the club', recipient: 'complained', times: 1 },
] as const;

const HTML = `<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;color:#172033;max-width:32rem;margin:0 auto;padding:1.5rem">
<h1 style="font-size:1.4rem">SUBJECT</h1><p>Hello, and thank you for being with us.</p>
<p><a href="https://example.com/orders/4711" style="display:inline-block;padding:.6rem 1.2rem;border-radius:.5rem;background:#1f4fd8;color:#fff;text-decoration:none">Show it</a></p>
<p style="color:#56617a">Demo, 1 Example Street</p></body></html>`;

const TIMEOUT_MS = 60_000;
const INTERVAL_MS = 500;

/** Sends them, and waits until the last has its outcome. Returns the id of one that was clicked. */
export async function sendDemoMessages({ urls, apiKey }: DevFile): Promise<string> {
  const api = async (path: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(urls.platform + path, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const sent: { id: string; outcome: string }[] = [];
  for (const { subject, recipient, times } of MAILS)
    for (let n = 1; n <= times; n += 1) {
      const { MessageId } = await api('/v1/emails/send', {
        Source: 'Demo <hello@demo.test>',
        Destination: { ToAddresses: [`${recipient}+order-${4700 + n}@sandbox.test`] },
        Message: {
          Subject: { Data: subject },
          Body: { Html: { Data: HTML.replace('SUBJECT', subject) }, Text: { Data: subject } },
        },
      });
      sent.push({ id: String(MessageId), outcome: recipient });
    }
  const deadline = Date.now() + TIMEOUT_MS;
  const happened = async (id: string, outcome: string) => {
    const { Events } = (await api(`/v1/emails/${id}`)) as { Events: { Type: string }[] };
    return Events.some(({ Type }) => Type === outcome);
  };
  for (const { id, outcome } of sent)
    while (!(await happened(id, outcome))) {
      if (Date.now() > deadline) throw new Error(`${id} is not ${outcome} after ${TIMEOUT_MS / 1_000} s`);
      await delay(INTERVAL_MS);
    }
  return sent.find(({ outcome }) => outcome === 'clicked')!.id;
}
