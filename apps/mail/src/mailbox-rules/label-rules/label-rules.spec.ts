import { describe, expect, it } from 'vitest';
import type { Incoming } from '../../receiving/delivery/delivery-rules.js';
import { judgeMail } from './label-rules.js';

function judged(fields: string[], from = 'ana@sender.test') {
  const headers = fields.map((field) => {
    const [name = '', value = ''] = field.split(/: ?/, 2);
    return { name, value };
  });
  const content = { headers, from: { name: '', address: from } };
  return judgeMail({ content, inbound: { envelopeFrom: from } } as unknown as Incoming);
}

describe('a message is by its header', () => {
  it.each([
    [[], 'ana@sender.test', 'person'],
    [['Auto-Submitted: no'], 'ana@sender.test', 'person'],
    [['Auto-Submitted: auto-generated'], 'ana@sender.test', 'notification'],
    [['Content-Type: multipart/report; report-type=delivery-status'], 'ana@sender.test', 'notification'],
    [['List-Id: <dev.x.test>', 'List-Post: <mailto:dev@x.test>', 'Precedence: list'], 'ana@x.test', 'notification'],
    [[], 'noreply@shop.test', 'notification'],
    [['List-Unsubscribe: <mailto:x@y.test>'], 'noreply@shop.test', 'promotion'],
    [['Precedence: Bulk'], 'news@shop.test', 'promotion'],
    [['List-Id: <news.x.test>', 'List-Post: NO'], 'news@x.test', 'promotion'],
    [['Feedback-ID: 1:2:3:4'], 'ana@shop.test', 'promotion'],
  ])('%j from %s: %s', (fields, from, kind) => {
    expect(judged(fields, from).kind).toBe(kind);
  });

  it.each([
    'Importance: High',
    'X-Priority: 1 (Highest)',
    'X-Priority: 2',
    'Priority: urgent',
    'X-MSMail-Priority: High',
  ])('%s: important, unless it is bulk', (field) => {
    expect(judged([field]).isImportant).toBe(true);
    expect(judged([field, 'Precedence: bulk']).isImportant).toBe(false);
  });

  it.each(['Importance: normal', 'X-Priority: 3', 'X-Priority: 10', 'Priority: non-urgent'])(
    '%s: not important',
    (field) => expect(judged([field]).isImportant).toBe(false),
  );
});
