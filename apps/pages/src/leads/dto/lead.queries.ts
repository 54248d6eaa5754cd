import { ArgsType } from '@nestjs/graphql';
import { EMAIL_STATUSES, type EmailStatus } from '#libs/core/app-events';
import { CONFIRMATION_STATES, type ConfirmationState } from '#libs/sites/forms';
import { QueryEnum, QueryText, QueryTimestamp } from '#libs/core/http';
import { listOf } from '../../list-of.js';
import type { LeadFilter } from '../lead.repository.js';
import { LeadSummary } from './lead.responses.js';

type LeadState = 'ok' | 'spam' | 'todos';

/** Filters of the list of leads. */
@ArgsType()
export class LeadFilters {
  @QueryText({ max: 64, description: 'Só os deste formulário.' })
  form_id?: string;

  @QueryText({ max: 64, description: 'Só os enviados desta página.' })
  pagina?: string;

  @QueryEnum(['ok', 'spam', 'todos'], { default: 'ok', description: 'Os que não são spam, os que são, ou todos.' })
  status: LeadState;

  @QueryEnum(EMAIL_STATUSES)
  email_status?: EmailStatus;

  @QueryEnum(CONFIRMATION_STATES, {
    description: 'Só os que esperam a confirmação por e-mail, os confirmados, ou os de link expirado.',
  })
  confirmacao?: ConfirmationState;

  @QueryTimestamp({ description: 'Recebidos a partir de então.' })
  de?: string;

  @QueryTimestamp({ description: 'Recebidos antes de então.' })
  ate?: string;

  @QueryText({ max: 200, description: 'Um texto no nome, e-mail ou telefone.' })
  q?: string;
}

/** An export has all of a list at once. */
export class ExportLeadsQuery extends LeadFilters {}

const leads = listOf('leads', LeadSummary, { max: 200, filters: LeadFilters });

export class ListLeadsQuery extends leads.Query {}

export class LeadPage extends leads.Page {}

export function toLeadFilter({
  form_id,
  pagina,
  status,
  email_status,
  confirmacao,
  de,
  ate,
  q,
}: LeadFilters): LeadFilter {
  return {
    formId: form_id,
    pageId: pagina,
    isSpam: status === 'todos' ? undefined : status === 'spam',
    emailStatus: email_status,
    confirmation: confirmacao,
    from: de === undefined ? undefined : new Date(de),
    until: ate === undefined ? undefined : new Date(ate),
    text: q?.trim() || undefined,
  };
}
