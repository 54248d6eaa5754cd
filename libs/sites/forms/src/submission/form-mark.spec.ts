import { describe, expect, it } from 'vitest';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import { FormMark } from './form-mark.js';

const box = (byte: number) => new SecretBox(KeyRing.fromConfig(`test:${Buffer.alloc(32, byte).toString('base64')}`));
const marks = new FormMark(box(1));
const SHOWN = { pageId: 'pag_00000000000000a1', version: 3 };
const mark = marks.issue('acc_1', 'frm_1', SHOWN);

describe('the mark of a form in a page', () => {
  it('names the version of the page, and is the same each time', () => {
    expect(marks.read('acc_1', 'frm_1', mark)).toEqual(SHOWN);
    expect(FormMark.pageIn(mark)).toBe(SHOWN.pageId);
    expect(marks.issue('acc_1', 'frm_1', SHOWN)).toBe(mark);
  });

  it.each([
    ['another form', 'acc_1', 'frm_2', mark],
    ['another account', 'acc_2', 'frm_1', mark],
    ['another version', 'acc_1', 'frm_1', mark.replace('.3.', '.4.')],
    ['another page', 'acc_1', 'frm_1', mark.replace('a1.', 'a2.')],
    ['another key', 'acc_1', 'frm_1', new FormMark(box(2)).issue('acc_1', 'frm_1', SHOWN)],
    ['no mark', 'acc_1', 'frm_1', ''],
    ['a mark with an ending', 'acc_1', 'frm_1', `${mark}.x`],
  ])('of %s is none', (_, tenantId, formId, given) => {
    expect(marks.read(tenantId, formId, given)).toBeNull();
  });
});
