import { refusal, type Problem } from '#libs/core/http';
import { Injectable } from '@nestjs/common';
import {
  judgeSubmission,
  LeadCapture,
  toLead,
  unknownNames,
  type CaptureResult,
  type FieldErrors,
  type Form,
  type Submission,
} from '#libs/sites/forms';

/** Submissions by a tenant's own servers and users, which are never spam: what they send, they vouch for. */
@Injectable()
export class SubmissionsService {
  constructor(private readonly capture: LeadCapture) {}

  /** @throws Problem ValidationError with the message of each field */
  async accept(form: Form, submission: Submission): Promise<CaptureResult> {
    const [unknown] = unknownNames(form, submission.values);
    if (unknown !== undefined) throw rejected({ [unknown]: 'O formulário não tem este campo.' });
    const now = new Date();
    const judged = judgeSubmission(form, submission, now);
    if (judged.errors) throw rejected(judged.errors);
    const context = { source: 'api' as const, pageId: null, address: null, userAgent: null, now };
    return this.capture.keep({ form, lead: toLead(form, submission, judged, { isSpam: false, reasons: [] }, context) });
  }
}

/** The first message stands in `erro`, all of them in `erros`. */
function rejected(errors: FieldErrors): Problem {
  const [[campo, message] = ['', '']] = Object.entries(errors);
  return refusal('ValidationError', { erro: `${campo}: ${message}`, campo, erros: { ...errors } });
}
