import { Injectable } from '@nestjs/common';
import { TheirEmails } from '../../emails/their-emails.js';
import { type EntryResult, fromBulk } from '../from-bulk.js';
import { NAMES_V1 } from '../ses-errors.js';
import type { XmlValues } from '../ses-v1-xml.js';
import { TemplateUses } from '../templates/template-uses.js';
import { toBulk } from '../to-bulk.js';
import { toFormBulk, toFormRawRequest, toFormRequest, toFormTemplatedRequest } from '../to-form-request.js';
import type { SesActions } from './ses-action.js';

/** Statuses of the first version that are not those of the second in other letters. */
const STATUSES: Readonly<Record<string, string>> = {
  INVALID_PARAMETER: 'InvalidParameterValue',
  TEMPLATE_NOT_FOUND: 'TemplateDoesNotExist',
};

/** Actions that send e-mail. */
@Injectable()
export class EmailActions {
  readonly actions: SesActions = {
    SendEmail: { scope: 'emails:send', act: (_form, body) => this.send(toFormRequest(body), body) },
    SendRawEmail: { scope: 'emails:send', act: (_form, body) => this.send(toFormRawRequest(body), body) },
    SendTemplatedEmail: {
      scope: 'emails:send',
      act: async (form, body) => this.send(await toFormTemplatedRequest(form, this.templates), body),
    },
    SendBulkTemplatedEmail: { scope: 'emails:send', act: (_form, body) => this.sendBulk(body) },
  };

  constructor(
    private readonly emails: TheirEmails,
    private readonly templates: TemplateUses,
  ) {}

  private async send(request: object, asked: object): Promise<XmlValues> {
    const { messageIds } = await this.emails.send(request, undefined, asked);
    return { MessageId: messageIds[0] };
  }

  private async sendBulk(body: Record<string, unknown>): Promise<XmlValues> {
    const requests = await toBulk(toFormBulk(body), this.templates);
    const { results } = await this.emails.sendBatch(requests, undefined, body);
    return { Status: fromBulk(results, NAMES_V1).map(toEntry) };
  }
}

const toEntry = ({ Status, ...rest }: EntryResult): XmlValues => ({ Status: statusOf(Status), ...rest });

/** `MESSAGE_REJECTED` is `MessageRejected`. */
const statusOf = (status: string): string =>
  STATUSES[status] ??
  status
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('');
