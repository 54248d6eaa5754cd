import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Flag, MayBeAbsent, MayBeNull, Text } from '#libs/core/http';
import { listOf } from '../list-of.js';
import { CONSENT_CHANNELS, type ConsentEvidence, type ConsentState } from '../consent/consent.js';
import type { ConsentChange } from '../consent/consent-change.entity.js';

@GraphqlInput('ChangeConsentInput')
export class ChangeConsentRequest {
  @Text({ max: 20, example: 'email', description: `Um de ${CONSENT_CHANNELS.join(', ')}.` })
  canal: string;

  @MayBeAbsent()
  @Flag({ description: 'Se o contato recebe mensagens pelo canal. Obrigatório.' })
  recebe?: boolean;

  @MayBeAbsent()
  @MayBeNull()
  @Text({
    max: 500,
    description: 'Como o contato o disse; guardado cifrado. Obrigatória para permitir o canal de quem foi apagado.',
  })
  origem?: string | null;
}

@GraphqlObject('ConsentChannels', 'Whether a contact gets messages, by channel.')
export class ConsentChannelsObject implements ConsentState {
  @ApiProperty()
  email: boolean;

  @ApiProperty()
  push: boolean;

  @ApiProperty()
  sms: boolean;

  @ApiProperty()
  whatsapp: boolean;
}

/** Channels that a contact allows, and its time zone, or that of its account. */
export interface ContactConsent {
  contactId: string;
  state: ConsentState;
  timeZone: string;
}

@GraphqlObject('Consent', 'What a contact allows.')
export class ConsentObject {
  @ApiProperty()
  recebe: ConsentChannelsObject;

  @ApiProperty({ example: 'America/Sao_Paulo', description: 'Do contato; sem um, o da conta.' })
  fuso: string;

  static of({ state, timeZone }: Pick<ContactConsent, 'state' | 'timeZone'>): ConsentObject {
    return { recebe: { ...state }, fuso: timeZone };
  }
}

/** A change and what is known of it; null once the contact is anonymized. */
export interface OpenedConsentChange {
  change: ConsentChange;
  evidence: ConsentEvidence | null;
}

@GraphqlObject('ConsentChange', 'A contact allowed messages, or withdrew that.')
export class ConsentChangeObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ enum: CONSENT_CHANNELS })
  canal: string;

  @ApiProperty()
  recebe: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Como foi informada; de um lead, o nome do formulário; `erased` para um endereço de quem foi apagado.',
  })
  origem: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'O texto com que o contato concordou.' })
  texto: string | null;

  @ApiProperty({ type: String, nullable: true })
  base_legal: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Quando o e-mail foi confirmado.' })
  confirmado_em: string | null;

  @ApiProperty({ type: String, nullable: true })
  lead_id: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'O usuário; nulo quando foi o próprio contato.' })
  autor: string | null;

  @ApiProperty({ description: 'Falso quando o lead era spam: o registro não conta.' })
  vale: boolean;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  static of({ change, evidence }: OpenedConsentChange): ConsentChangeObject {
    return {
      id: change.id,
      canal: change.channel,
      recebe: change.granted,
      origem: evidence?.method ?? change.method,
      texto: evidence?.text ?? null,
      base_legal: evidence?.legalBasis ?? null,
      confirmado_em: evidence?.confirmedAt ?? null,
      lead_id: change.leadId,
      autor: change.authorId,
      vale: !change.isVoid,
      criado_em: change.createdAt.toISOString(),
    };
  }
}

const history = listOf('historico', ConsentChangeObject, { max: 200 });

export class ListConsentHistoryQuery extends history.Query {}

export class ConsentHistoryPage extends history.Page {}
