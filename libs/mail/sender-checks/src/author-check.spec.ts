import { describe, expect, it } from 'vitest';
import { judgeAuthor } from './author-check.js';
import type { SenderVerdicts } from './sender-verdicts.js';

const PASSED: SenderVerdicts = {
  verdicts: { spf: 'pass', dkim: 'pass', dmarc: 'pass', arc: 'none' },
  results: 'mx.test; dkim=pass header.d=x.test; spf=pass smtp.mailfrom=x.test; dmarc=pass header.from=x.test',
  isForged: false,
  signers: [],
  vouchedBy: null,
  judged: ['x.test'],
};

const fields = (...lines: [string, string][]) => lines.map(([name, value]) => ({ name, value }));

describe('the verdict on a sender', () => {
  it('stays where the one author that was judged is shown', () => {
    expect(judgeAuthor(PASSED, fields(['From', 'Ana <ana@X.test>'], ['Subject', 'Hi']))).toEqual(PASSED);
  });

  it('stays for mail without an author', () => {
    const sender = { ...PASSED, judged: [] };
    expect(judgeAuthor(sender, fields(['Subject', 'Hi']))).toEqual(sender);
  });

  it('stays for mail of a program, which names no domain', () => {
    const sender = { ...PASSED, judged: [''] };
    expect(judgeAuthor(sender, fields(['From', 'Mail Delivery Subsystem <MAILER-DAEMON>']))).toEqual(sender);
  });

  it('stays for mail that this installation sent', () => {
    const { judged: _, ...own } = PASSED;
    expect(judgeAuthor(own, fields(['From', 'a@x.test'], ['From', 'b@y.test']))).toEqual(own);
  });

  it.each([
    ['two authors', fields(['From', 'ceo@bank.test'], ['From', 'ana@x.test'])],
    ['another author than was judged', fields(['From', 'ceo@bank.test'])],
    ['no author, where one was judged', fields(['Subject', 'Hi'])],
  ])('is that of a forgery with %s', (_what, headers) => {
    const { verdicts, results, isForged } = judgeAuthor(PASSED, headers);
    expect([verdicts.dmarc, verdicts.dkim, isForged]).toEqual(['fail', 'policy', true]);
    expect(results).not.toMatch(/dmarc=pass|dkim=pass/);
    expect(results).toContain('dmarc=fail');
  });

  it('does not pass a second subject, which no signature covers', () => {
    const headers = fields(['Subject', 'Pay'], ['From', 'ana@x.test'], ['Subject', 'Hi']);
    const { verdicts, isForged } = judgeAuthor(PASSED, headers);
    expect([verdicts.dkim, verdicts.dmarc, isForged]).toEqual(['policy', 'fail', false]);
  });
});
