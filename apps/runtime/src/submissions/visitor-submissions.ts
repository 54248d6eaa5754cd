import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  Datacenters,
  FormProof,
  judgeSpam,
  judgeSubmission,
  LeadCapture,
  spamSigns,
  toLead,
  type AcceptedLead,
  type FieldErrors,
  type Form,
  type LeadSource,
  type Submission,
} from '#libs/forms';
import { applyCount, CallCounter } from '#libs/limits';
import { isUnavailable } from '#libs/persistence';
import { SecretBox } from '#libs/secrets';
import { RuntimeConfig } from '../config.js';
import { LeadJournal } from './lead-journal.js';

/** After the database was found to be away, leads go to the journal at once for so long. */
const AWAY_MS = 1_000;

/** What a visitor sent, with what shows whether it was a person. */
export interface VisitorSubmission extends Submission {
  honeypot?: string;
  proof?: string;
  elapsedMs?: number;
}

export interface Visit {
  source: Extract<LeadSource, 'snippet' | 'pagina'>;
  pageId: string | null;
  request: Request;
  response: Response;
}

/** Takes what visitors send: judges it, and keeps it whether it is spam or not, with or without a database. */
@Injectable()
export class VisitorSubmissions {
  private readonly proofs: FormProof;
  private readonly datacenters = new Datacenters();
  private awayUntil = 0;

  constructor(
    private readonly capture: LeadCapture,
    private readonly journal: LeadJournal,
    private readonly counter: CallCounter,
    private readonly config: RuntimeConfig,
    secrets: SecretBox,
  ) {
    this.proofs = new FormProof(secrets);
  }

  /** What a page shows that it has just shown the form. */
  issueProof(form: Form): string {
    return this.proofs.issue(form.id, Date.now());
  }

  /**
   * The messages by field if the visitor must correct something; null when the lead is kept.
   * @throws Problem Throttling for an address that sends without end, ServiceUnavailable
   */
  async accept(form: Form, submission: VisitorSubmission, visit: Visit): Promise<FieldErrors | null> {
    const { request, response, source, pageId } = visit;
    const address = request.ip ?? '';
    const count = await this.counter.countAddress('submissions', this.config.submissionsPerMinute, address);
    applyCount(response, count);
    const now = new Date();
    const judged = judgeSubmission(form, submission, now);
    if (judged.errors) return judged.errors;
    const signs = spamSigns(form.fields, judged.values, {
      honeypot: submission.honeypot,
      proof: this.proofs.read(form.id, submission.proof, now.getTime()),
      elapsedMs: submission.elapsedMs,
      recent: count.limit - count.remaining,
      isFromDatacenter: await this.datacenters.has(address),
    });
    const context = { source, pageId, address, userAgent: request.get('user-agent') ?? null, now };
    const lead = toLead(form, submission, judged, judgeSpam(signs), context);
    await this.keep({ lead, form: { name: form.name, fields: form.fields } });
    return null;
  }

  private async keep(accepted: AcceptedLead): Promise<void> {
    if (Date.now() < this.awayUntil) return this.journal.append(accepted);
    try {
      await this.capture.keep(accepted);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      this.awayUntil = Date.now() + AWAY_MS;
      await this.journal.append(accepted);
    }
  }
}
