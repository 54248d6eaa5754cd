import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isRewritten, SenderRewriting } from './sender-rewriting.js';

const withKeys = (...keys: string[]) =>
  new SenderRewriting((text) => keys.map((key) => createHmac('sha256', key).update(text).digest()));
const srs = withKeys('a');
const DAY_MS = 86_400_000;
const later = (days: number) => new Date(Date.now() + days * DAY_MS);

describe('a rewritten sender', () => {
  it('comes back as it was, whatever servers do to its case', () => {
    for (const sender of ['Ana.Lima+x@sender.test', 'a=b=c@x.test', "o'neil@x.test"]) {
      const local = srs.rewrite(sender)!;
      expect(local).toMatch(/^SRS0=[a-z2-7]{8}=[a-z2-7]{2}=/);
      expect(srs.reverse(local)).toBe(sender);
      expect(srs.reverse(local.toUpperCase())?.toLowerCase()).toBe(sender.toLowerCase());
    }
  });

  it('that another server has rewritten goes back to that server', () => {
    const theirs = 'SRS0=ab12=cd=x.test=ana';
    const second = srs.rewrite(`${theirs}@first.test`)!;
    expect(second).toMatch(/^SRS1=[a-z2-7]{8}=first\.test==ab12=cd=x\.test=ana$/);
    expect(srs.reverse(second)).toBe(`${theirs}@first.test`);
    const third = withKeys('b').rewrite(`${second}@second.test`)!;
    expect(third).toMatch(/^SRS1=[a-z2-7]{8}=first\.test==ab12=cd=x\.test=ana$/);
    expect(withKeys('b').reverse(third)).toBe(`${theirs}@first.test`);
  });

  it('that is forged, altered, of another key or old comes to nothing', () => {
    const local = srs.rewrite('ana@sender.test')!;
    for (const bad of [local.replace('ana', 'bob'), local.replace(/=.{8}=/, '=aaaaaaaa='), 'SRS0=', 'SRS1=x=y', 'ana'])
      expect(srs.reverse(bad), bad).toBeNull();
    expect(withKeys('b').reverse(local)).toBeNull();
    expect(withKeys('b', 'a').reverse(local)).toBe('ana@sender.test');
    expect(srs.reverse(local, later(21))).toBe('ana@sender.test');
    expect(srs.reverse(local, later(22))).toBeNull();
  });

  it('is known by its form', () => {
    expect(['SRS0=x', 'srs1+x', 'SRS0-x', 'srs', 'srs01', 'ana'].map(isRewritten)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('must fit into a local part, and needs no quotes', () => {
    expect(srs.rewrite(`${'a'.repeat(40)}@sender.test`)).toBeNull();
    expect(srs.rewrite('"a b"@sender.test')).toBeNull();
    expect(srs.rewrite('jösé@sender.test')).toBeNull();
  });
});
