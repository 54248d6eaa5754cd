import { ApiProperty } from '@nestjs/swagger';
import {
  EMAIL_STATUSES,
  type EmailStatus,
  type LeadAttribution,
  type LeadSource,
  LEGAL_BASES,
  type LegalBasis,
} from '#libs/core/app-events';
import {
  CONFIRMATION_STATES,
  confirmationState,
  SPAM_REASONS,
  type ConfirmationState,
  type Lead,
  type LeadFile,
  type LeadValues,
  type SpamReason,
} from '#libs/sites/forms';
import { GraphqlObject } from '#libs/core/graphql';
import { Flag } from '#libs/core/http';
import { OriginRequest } from './submission.requests.js';

const nullableText = { type: String, nullable: true } as const;

/** A lead in a list. */
export class LeadSummary {
  @ApiProperty({ example: 'led_0c7b3f19ad62e04f' })
  id: string;

  @ApiProperty({ example: 'frm_0c7b3f19ad62e04f' })
  form_id: string;

  @ApiProperty(nullableText)
  id_externo: string | null;

  @ApiProperty({ enum: ['api', 'snippet', 'pagina'] })
  fonte: LeadSource;

  @ApiProperty(nullableText)
  pagina_id: string | null;

  @ApiProperty(nullableText)
  nome: string | null;

  @ApiProperty(nullableText)
  email: string | null;

  @ApiProperty(nullableText)
  telefone: string | null;

  @ApiProperty({ enum: EMAIL_STATUSES, nullable: true, description: 'null enquanto não foi verificado.' })
  email_status: EmailStatus | null;

  @ApiProperty({
    enum: CONFIRMATION_STATES,
    nullable: true,
    description: 'null se o formulário não pede confirmação por e-mail.',
  })
  confirmacao: ConfirmationState | null;

  @ApiProperty()
  spam: boolean;

  @ApiProperty({ format: 'date-time' })
  ocorrido_em: string;

  @ApiProperty({ format: 'date-time' })
  recebido_em: string;

  static of(lead: Lead): LeadSummary {
    return {
      id: lead.id,
      form_id: lead.formId,
      id_externo: lead.externalId,
      fonte: lead.source,
      pagina_id: lead.pageId,
      nome: lead.name,
      email: lead.email,
      telefone: lead.phone,
      email_status: lead.emailStatus,
      confirmacao: confirmationState(lead),
      spam: lead.isSpam,
      ocorrido_em: lead.occurredAt.toISOString(),
      recebido_em: lead.createdAt.toISOString(),
    };
  }
}

/** The confirmation by e-mail of a consent. */
@GraphqlObject('LeadConfirmation')
export class LeadConfirmationView {
  @ApiProperty({ enum: CONFIRMATION_STATES })
  estado: ConfirmationState;

  @ApiProperty({ type: 'integer', description: 'Quantos e-mails a pediram; 0 também quando um limite os impediu.' })
  emails_enviados: number;

  @ApiProperty({ ...nullableText, format: 'date-time', description: 'Quando saiu o último deles.' })
  enviado_em: string | null;

  @ApiProperty({ ...nullableText, format: 'date-time' })
  confirmada_em: string | null;

  @ApiProperty({ ...nullableText, description: 'De onde se confirmou.' })
  endereco_ip: string | null;

  @ApiProperty(nullableText)
  navegador: string | null;

  static of(lead: Lead): LeadConfirmationView | null {
    const state = confirmationState(lead);
    return (
      state && {
        estado: state,
        emails_enviados: lead.confirmationMails,
        enviado_em: lead.confirmationSentAt?.toISOString() ?? null,
        confirmada_em: lead.confirmedAt?.toISOString() ?? null,
        endereco_ip: lead.confirmedAddress,
        navegador: lead.confirmedUserAgent,
      }
    );
  }
}

@GraphqlObject('LeadConsent')
export class LeadConsentView {
  @ApiProperty()
  dado: boolean;

  @ApiProperty({ ...nullableText, description: 'O texto, como a pessoa o viu.' })
  texto: string | null;

  @ApiProperty({ enum: LEGAL_BASES })
  base_legal: LegalBasis;

  @ApiProperty({ format: 'date-time' })
  em: string;

  @ApiProperty(nullableText)
  endereco_ip: string | null;

  @ApiProperty({
    type: LeadConfirmationView,
    nullable: true,
    description: 'null se o formulário não pede confirmação por e-mail.',
  })
  confirmacao: LeadConfirmationView | null;
}

@GraphqlObject('LeadFile')
export class LeadFileView {
  @ApiProperty()
  id: string;

  @ApiProperty()
  campo: string;

  @ApiProperty()
  nome: string;

  @ApiProperty()
  tipo: string;

  @ApiProperty({ type: 'integer' })
  bytes: number;

  static of({ id, field, fileName, contentType, bytes }: LeadFile): LeadFileView {
    return { id, campo: field, nome: fileName, tipo: contentType, bytes };
  }
}

/** All that is known of a lead. */
export class LeadView extends LeadSummary {
  @ApiProperty({ type: 'object', additionalProperties: true })
  campos: LeadValues;

  @ApiProperty({ type: [LeadFileView] })
  arquivos: LeadFileView[];

  @ApiProperty({ type: LeadConsentView })
  consentimento: LeadConsentView;

  @ApiProperty({ type: OriginRequest })
  origem: LeadAttribution;

  @ApiProperty(nullableText)
  endereco_ip: string | null;

  @ApiProperty(nullableText)
  navegador: string | null;

  @ApiProperty({ enum: SPAM_REASONS, isArray: true, description: 'Os sinais de spam que foram vistos.' })
  sinais_spam: SpamReason[];

  @ApiProperty({ ...nullableText, format: 'date-time', description: 'Quando alguém da conta decidiu se é spam.' })
  spam_decidido_em: string | null;

  static ofLead(lead: Lead, files: readonly LeadFile[]): LeadView {
    return {
      ...LeadSummary.of(lead),
      campos: lead.values,
      arquivos: files.map((file) => LeadFileView.of(file)),
      consentimento: {
        dado: lead.consent,
        texto: lead.consentText,
        base_legal: lead.legalBasis,
        em: lead.occurredAt.toISOString(),
        endereco_ip: lead.address,
        confirmacao: LeadConfirmationView.of(lead),
      },
      origem: lead.origin,
      endereco_ip: lead.address,
      navegador: lead.userAgent,
      sinais_spam: lead.spamReasons,
      spam_decidido_em: lead.spamDecidedAt?.toISOString() ?? null,
    };
  }
}

export class SpamRequest {
  @Flag({ description: 'Se o lead é spam.' })
  spam: boolean;
}
