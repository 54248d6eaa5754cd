import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseMessage } from '#libs/mail/mime';
import { GTUBE, HttpSink, patient, RspamdDouble } from '#libs/test/testing';
import { judgeByRules } from './local-rules.js';
import type { JudgedMessage, SpamContext } from './spam.js';
import { SpamFilter } from './spam-filter.js';
import { spamHeaders } from './spam-headers.js';

const PASSED = { spf: 'pass', dkim: 'pass', dmarc: 'pass' };
const CONTEXT: SpamContext = {
  ip: '192.0.2.1',
  helo: 'mx.acme.test',
  envelopeFrom: 'ana@acme.test',
  recipients: ['bob@other.test'],
  sender: PASSED,
};
const GOOD =
  'From: Ana <ana@acme.test>\r\nTo: bob@other.test\r\nDate: Tue, 03 Nov 2026 10:00:00 -0300\r\nMessage-ID: <1@acme.test>\r\n';

async function messageOf(text: string): Promise<JudgedMessage> {
  const raw = Buffer.from(text);
  const { attachments, ...content } = await parseMessage([raw], { attachment: () => Promise.resolve(undefined) });
  const open = async () =>
    (async function* () {
      yield raw;
    })();
  return { content, attachments, bytes: raw.length, open };
}
const judged = async (text: string, context: Partial<SpamContext> = {}) =>
  judgeByRules(await messageOf(text), { ...CONTEXT, ...context });

describe('the local rules', () => {
  it('find nothing in ordinary mail', async () => {
    const verdict = await judged(`${GOOD}Subject: Lunch on Friday\r\n\r\nShall we? https://acme.test/menu`);
    expect(verdict).toMatchObject({ score: -1, required: 6, action: 'none', judge: 'rules' });
  });

  it.each<[string, string, Partial<SpamContext>?]>([
    ['GTUBE', `${GOOD}Subject: a\r\n\r\n${GTUBE}`],
    ['DMARC_POLICY_REJECT', `${GOOD}Subject: a\r\n\r\nb`, { sender: { ...PASSED, dmarc: 'fail' } }],
    ['R_SPF_FAIL', `${GOOD}Subject: a\r\n\r\nb`, { sender: { ...PASSED, spf: 'fail' } }],
    ['MISSING_DATE', 'From: a@x.test\r\nTo: b@x.test\r\nSubject: a\r\n\r\nb'],
    ['MISSING_MID', 'From: a@x.test\r\nTo: b@x.test\r\nSubject: a\r\n\r\nb'],
    ['MISSING_SUBJECT', `${GOOD}\r\nb`],
    ['SUBJ_ALL_CAPS', `${GOOD}Subject: PROMOÇÃO IMPERDÍVEL\r\n\r\nb`],
    ['SPOOF_DISPLAY_NAME', 'From: "ceo@bank.test" <a@x.test>\r\nTo: b@x.test\r\nSubject: a\r\n\r\nb'],
    ['MIME_HTML_ONLY', `${GOOD}Subject: a\r\nContent-Type: text/html\r\n\r\n<p>b`],
    ['MANY_LINKS', `${GOOD}Subject: a\r\n\r\n${Array.from({ length: 30 }, (_, n) => `https://x.test/${n}`).join(' ')}`],
    ['URL_SHORTENER', `${GOOD}Subject: a\r\n\r\nhttps://bit.ly/3abc`],
    ['SPAM_PHRASE', `${GOOD}Subject: a\r\n\r\nVocê foi sorteado!`],
    ['SPAM_PHRASES', `${GOOD}Subject: You have won\r\n\r\nClaim your\r\nprize`],
    ['EXECUTABLE_ATTACHMENT', `${GOOD}Subject: a\r\nContent-Disposition: attachment; filename=setup.EXE\r\n\r\nMZ`],
    [
      'MIME_DOUBLE_BAD_EXTENSION',
      `${GOOD}Subject: a\r\nContent-Disposition: attachment; filename=nota.pdf.js\r\n\r\nx`,
    ],
  ])('name %s', async (symbol, text, context) => {
    const { symbols, scores } = await judged(text, context);
    expect(symbols).toContain(symbol);
    expect(scores[symbol]).toBeGreaterThan(0);
  });

  it('call what adds up spam, and what adds up further fit to reject', async () => {
    const forged = { sender: { spf: 'fail', dkim: 'none', dmarc: 'fail' } };
    expect((await judged(`${GOOD}Subject: a\r\n\r\nb`, forged)).action).toBe('spam');
    const worst = 'From: "ceo@bank.test" <a@x.test>\r\nSubject: YOU HAVE WON\r\n\r\nClaim your prize https://bit.ly/1';
    expect((await judged(worst, forged)).action).toBe('reject');
  });

  it('take no longer for hostile text', async () => {
    const start = performance.now();
    await judged(`${GOOD}Subject: ${'@a-.'.repeat(5_000)}\r\n\r\n${'http://a'.repeat(200_000)}`);
    expect(performance.now() - start).toBeLessThan(patient(2_000));
  });
});

describe('the spam filter', () => {
  let rspamd: RspamdDouble;
  beforeAll(async () => {
    rspamd = await RspamdDouble.start();
  });
  afterAll(() => rspamd?.stop());
  beforeEach(() => {
    rspamd.sink.requests.length = 0;
    rspamd.verdict = undefined;
  });

  it('asks Rspamd with the message and its envelope', async () => {
    const text = `${GOOD}Subject: a\r\n\r\nb`;
    const context = { ...CONTEXT, helo: 'evil\r\nRcpt: x@x.test', recipients: ['bob@other.test', 'eve@other.test'] };
    const verdict = await new SpamFilter({ rspamdUrl: rspamd.url.replace('//', '//:secret@') }).judge(
      await messageOf(text),
      context,
    );
    expect(verdict).toEqual({
      score: -0.5,
      required: 15,
      action: 'none',
      symbols: ['R_DKIM_ALLOW'],
      scores: { R_DKIM_ALLOW: -0.5 },
      judge: 'rspamd',
    });
    expect(rspamd.asked[0]).toMatchObject({
      path: '/checkv2',
      text,
      headers: {
        ip: '192.0.2.1',
        helo: 'evil  Rcpt: x@x.test',
        from: 'ana@acme.test',
        rcpt: 'bob@other.test, eve@other.test',
        password: 'secret',
      },
    });
  });

  it.each([
    ['no action', 'none'],
    ['greylist', 'none'],
    ['add header', 'spam'],
    ['rewrite subject', 'spam'],
    ['reject', 'reject'],
  ])('understands "%s" as %s', async (action, expected) => {
    rspamd.verdict = { action, score: 7.25, symbols: {} };
    const filter = new SpamFilter({ rspamdUrl: rspamd.url });
    expect(await filter.judge(await messageOf(`${GOOD}\r\nb`), CONTEXT)).toMatchObject({
      action: expected,
      score: 7.25,
    });
  });

  it('needs no server', async () => {
    expect(await new SpamFilter({}).judge(await messageOf(`${GOOD}\r\n${GTUBE}`), CONTEXT)).toMatchObject({
      judge: 'rules',
      action: 'reject',
    });
  });

  it('does not send what is too long for Rspamd', async () => {
    const filter = new SpamFilter({ rspamdUrl: rspamd.url, maxBytes: 100 });
    expect((await filter.judge(await messageOf(`${GOOD}\r\nb`), CONTEXT)).judge).toBe('rules');
    expect(rspamd.asked).toEqual([]);
  });

  describe('with a Rspamd that fails', () => {
    let broken: HttpSink;
    beforeAll(async () => {
      broken = await HttpSink.start();
    });
    afterAll(() => broken?.stop());

    it.each([
      ['does not answer in time', { hang: true }],
      ['closes the connection', { drop: true }],
      ['answers 500', { status: 500 }],
      ['answers no JSON', { body: '<html>' }],
      ['answers null', { body: 'null' }],
      ['answers something else', { body: '{"score":"7","action":"dance"}' }],
      ['answers without an end', { hugeBytes: 5_000_000 }],
    ])('judges by the rules when it %s', async (_, answer) => {
      broken.answer(answer);
      const filter = new SpamFilter({ rspamdUrl: broken.url, timeoutMs: 300 });
      expect((await filter.judge(await messageOf(`${GOOD}\r\nb`), CONTEXT)).judge).toBe('rules');
    });

    it('leaves it alone for a while', async () => {
      broken.answer({ status: 500 });
      const filter = new SpamFilter({ rspamdUrl: broken.url });
      const message = await messageOf(`${GOOD}\r\nb`);
      const before = broken.requests.length;
      for (let n = 0; n < 3; n += 1) await filter.judge(message, CONTEXT);
      expect(broken.requests.length - before).toBe(1);
    });
  });
});

describe('the headers of a verdict', () => {
  it('are folded', () => {
    const symbols = Array.from({ length: 12 }, (_, n) => `A_RULE_WITH_A_NAME_${n}`);
    const text = spamHeaders({ score: 7.25, required: 6, action: 'spam', symbols, scores: { [symbols[0]!]: 1.5 } });
    const lines = text.split('\r\n');
    expect(lines.slice(0, 2)).toEqual([
      'X-Spam-Flag: YES',
      'X-Spam-Status: Yes, score=7.3 required=6.0 tests=A_RULE_WITH_A_NAME_0,',
    ]);
    expect(text).toContain('\r\nX-Spam-Symbols: A_RULE_WITH_A_NAME_0(1.50),');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(78);
    expect(lines.filter(Boolean).every((line) => /^(?:X-Spam-[A-Z][a-z]+: |\t)\S/.test(line))).toBe(true);
  });

  it('cannot be broken out of', () => {
    const text = spamHeaders({ score: 0, required: 6, action: 'none', symbols: ['A\r\nBcc: x@x.test', '\r\n', 'é'] });
    expect(text.split('\r\n').filter((line) => !line.startsWith('X-Spam-'))).toEqual(['']);
  });

  it('say of a message without signs that it is none', () => {
    expect(spamHeaders({ score: 0, required: 6, action: 'none', symbols: [] })).toContain('X-Spam-Flag: NO\r\n');
  });
});
