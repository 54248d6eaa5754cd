import { ApiProperty } from '@nestjs/swagger';
import { type LeadMailFault, MAX_NOTIFIED_MEMBERS } from '#libs/core/app-events';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Flag, isEmailAddress, MayBeAbsent, MayBeNull, Nested, PublicId, Text, TextList } from '#libs/core/http';
import { plainName } from '#libs/messaging/notices';
import { invalidNotices } from './form-notice-problems.js';
import type { FormNotice } from './form-notice.entity.js';
import type { NoticeSettings } from './form-notice.repository.js';

const USER = /^usr_[0-9a-f]{16}$/;
const nullableText = { type: 'string', nullable: true } as const;

const MEMBER = {
  test: (value: unknown) => typeof value === 'string' && USER.test(value),
  message: 'must be an id of the form usr_<16 hex digits>',
  schema: { pattern: USER.source },
};

@GraphqlInput('FormNoticeMembersInput')
export class NoticeMembersRequest {
  @MayBeAbsent()
  @TextList({
    max: MAX_NOTIFIED_MEMBERS,
    item: MEMBER,
    description: 'Membros da conta que recebem um e-mail por lead, pelos ids de usuário; nenhum se ausente.',
    example: ['usr_0c7b3f19ad62e04f'],
  })
  membros?: string[];

  @MayBeAbsent()
  @Flag({ description: 'Avisar também de envios julgados spam; false se ausente.' })
  incluir_spam?: boolean;
}

@GraphqlInput('AutomaticAnswerSenderInput')
export class AnswerSenderRequest {
  @MayBeAbsent()
  @MayBeNull()
  @Text({ max: 80, description: 'O nome da conta se ausente.', example: 'Clareira' })
  nome?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Text({
    max: 320,
    description: 'De um domínio verificado da conta; no-reply do mais antigo deles se ausente.',
    example: 'ola@clareira.com.br',
  })
  endereco?: string | null;
}

@GraphqlInput('AutomaticAnswerInput')
export class AutomaticAnswerRequest {
  @Flag({ description: 'Se visitantes recebem a resposta.' })
  ativa: boolean;

  @MayBeAbsent()
  @MayBeNull()
  @PublicId('tpl', { description: 'Um template de e-mail da conta no Platform. Obrigatório com ativa.' })
  template_id?: string | null;

  @MayBeAbsent()
  @MayBeNull()
  @Nested(() => AnswerSenderRequest)
  remetente?: AnswerSenderRequest | null;
}

@GraphqlInput('FormNoticesInput', 'Who hears of the leads of a form.')
export class FormNoticesRequest {
  @MayBeAbsent()
  @Nested(() => NoticeMembersRequest, { description: 'Ausente: ninguém é avisado.' })
  avisos?: NoticeMembersRequest;

  @MayBeAbsent()
  @Nested(() => AutomaticAnswerRequest, { description: 'Ausente: nenhuma resposta.' })
  resposta_automatica?: AutomaticAnswerRequest;
}

const FAULTS: Readonly<Record<LeadMailFault, { codigo: string; mensagem: string }>> = {
  'domain-not-verified': {
    codigo: 'dominio_nao_verificado',
    mensagem: 'A resposta precisa de um remetente em um domínio verificado da conta.',
  },
  'no-sender': { codigo: 'sem_remetente', mensagem: 'Nem a conta nem a instalação tem de onde enviar.' },
  'over-quota': {
    codigo: 'cota_excedida',
    mensagem: 'A cota de e-mails da conta acabou. O envio espera até três dias.',
  },
  rejected: { codigo: 'recusado', mensagem: 'O Platform recusou o e-mail, por exemplo pelo remetente.' },
  suppressed: { codigo: 'destinatario_suprimido', mensagem: 'O destinatário está suprimido.' },
  'template-unusable': { codigo: 'template_invalido', mensagem: 'O template não existe ou não pôde ser preenchido.' },
};

@GraphqlObject('FormNoticeFault', 'What kept the last mail from being sent.')
export class NoticeFaultObject {
  @ApiProperty({ enum: Object.values(FAULTS).map(({ codigo }) => codigo) })
  codigo: string;

  @ApiProperty()
  mensagem: string;

  @ApiProperty({ format: 'date-time' })
  em: string;

  static of(fault: LeadMailFault | null, at: Date | null, detail: string | null = null): NoticeFaultObject | null {
    if (fault === null || at === null) return null;
    const { codigo, mensagem } = FAULTS[fault];
    return { codigo, mensagem: detail ? `${mensagem} ${detail}` : mensagem, em: at.toISOString() };
  }
}

@GraphqlObject('FormNoticeMembers')
export class NoticeMembersObject {
  @ApiProperty({ type: [String], example: ['usr_0c7b3f19ad62e04f'] })
  membros: string[];

  @ApiProperty()
  incluir_spam: boolean;

  @ApiProperty({ type: NoticeFaultObject, nullable: true, description: 'null quando o último aviso saiu.' })
  ultimo_erro: NoticeFaultObject | null;
}

@GraphqlObject('AutomaticAnswerSender')
export class AnswerSenderObject {
  @ApiProperty(nullableText)
  nome: string | null;

  @ApiProperty(nullableText)
  endereco: string | null;
}

@GraphqlObject('AutomaticAnswer')
export class AutomaticAnswerObject {
  @ApiProperty()
  ativa: boolean;

  @ApiProperty({ ...nullableText, example: 'tpl_0c7b3f19ad62e04f' })
  template_id: string | null;

  @ApiProperty({ type: AnswerSenderObject })
  remetente: AnswerSenderObject;

  @ApiProperty({ type: NoticeFaultObject, nullable: true, description: 'null quando a última resposta saiu.' })
  ultimo_erro: NoticeFaultObject | null;
}

@GraphqlObject(
  'FormNotices',
  'Who hears of the leads of a form: members by a mail, and visitors by an automatic answer.',
)
export class FormNoticesObject {
  @ApiProperty({ type: NoticeMembersObject })
  avisos: NoticeMembersObject;

  @ApiProperty({ type: AutomaticAnswerObject })
  resposta_automatica: AutomaticAnswerObject;

  static of(settings: NoticeSettings & Partial<FormNotice>): FormNoticesObject {
    const { noticeFault = null, noticeSettledAt = null } = settings;
    const { answerFault = null, answerSettledAt = null, answerFaultDetail = null } = settings;
    return {
      avisos: {
        membros: settings.memberIds,
        incluir_spam: settings.includesSpam,
        ultimo_erro: NoticeFaultObject.of(noticeFault, noticeSettledAt),
      },
      resposta_automatica: {
        ativa: settings.answers,
        template_id: settings.templateId,
        remetente: { nome: settings.senderName, endereco: settings.senderAddress },
        ultimo_erro: NoticeFaultObject.of(answerFault, answerSettledAt, answerFaultDetail),
      },
    };
  }
}

/** @throws Problem Unprocessable for an answer without a template, and for a sender that mail cannot name */
export function toNoticeSettings({ avisos = {}, resposta_automatica }: FormNoticesRequest): NoticeSettings {
  const { ativa = false, template_id = null, remetente } = resposta_automatica ?? {};
  if (ativa && !template_id) throw invalidNotices('resposta_automatica.template_id', 'é obrigatório com ativa.');
  const name = remetente?.nome?.trim() || null;
  if (name !== null && plainName(name) !== name)
    throw invalidNotices(
      'resposta_automatica.remetente.nome',
      'não pode parecer um endereço nem ter quebras de linha.',
    );
  const address = remetente?.endereco?.trim() || null;
  if (address !== null && !isEmailAddress(address))
    throw invalidNotices('resposta_automatica.remetente.endereco', 'deve ser um endereço de e-mail.');
  return {
    memberIds: [...new Set(avisos.membros)],
    includesSpam: avisos.incluir_spam ?? false,
    answers: ativa,
    templateId: template_id,
    senderName: name,
    senderAddress: address,
  };
}
