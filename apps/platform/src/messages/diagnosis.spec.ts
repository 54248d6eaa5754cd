import { describe, expect, it } from 'vitest';
import { diagnosisOf } from './diagnosis.js';

describe('the diagnosis of an event', () => {
  it.each([
    [{ Status: '5.1.1', SmtpCode: 550 }, '5.1.1', 'The mailbox does not exist. Check how the address is written.'],
    [{ EnhancedCode: '4.2.2', SmtpCode: 452 }, '4.2.2', 'The mailbox is full.'],
    [{ Status: '5.7.26' }, '5.7.26', expect.stringContaining('DMARC')],
    [{ Status: '5.7.999' }, '5.7.999', 'The server of the recipient refuses the message by its rules.'],
    [{ Status: '5.1.10' }, '5.1.10', 'The domain of the address takes no mail.'],
  ])('says what the code of the mail server means: %j', (detail, code, text) => {
    expect(diagnosisOf(detail)).toEqual({ code, text });
  });

  it('has the code of SMTP where there is no other, and says nothing of what it does not know', () => {
    expect(diagnosisOf({ SmtpCode: 554 })).toEqual({ code: '554', text: null });
    expect(diagnosisOf({ Status: '5.0.0', SmtpCode: 554 })).toEqual({ code: '5.0.0', text: null });
    expect(diagnosisOf({ Status: { a: 1 } })).toEqual({ code: null, text: null });
    expect(diagnosisOf(null)).toEqual({ code: null, text: null });
  });
});
