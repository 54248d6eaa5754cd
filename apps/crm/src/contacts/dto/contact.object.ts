import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import type { ContactRecord } from '../contact-record.js';
import { EMAIL_STATUSES } from '../contact-values.js';
import { IdentifierObject } from './identifier.dto.js';
import {
  toWireDevice,
  toWireLifecycle,
  toWireStage,
  WIRE_DEVICES,
  WIRE_LIFECYCLES,
  WIRE_STAGES,
} from './wire-values.js';

const text = { type: String, nullable: true } as const;

@GraphqlObject('CrmContact', 'What the account knows of one person.')
export class ContactObject {
  @ApiProperty({ example: 'cnt_0c7b3f19ad62e04f' })
  id: string;

  @ApiProperty({ enum: WIRE_LIFECYCLES })
  ciclo: string;

  @ApiProperty({ enum: WIRE_STAGES })
  estagio: string;

  @ApiProperty({ ...text, description: 'O e-mail principal.' })
  email: string | null;

  @ApiProperty({ ...text, description: 'O telefone principal, em E.164.' })
  telefone: string | null;

  @ApiProperty({ type: [String], description: 'Todos os e-mails, o principal primeiro.' })
  emails: string[];

  @ApiProperty({ type: [String], description: 'Todos os telefones, o principal primeiro.' })
  telefones: string[];

  @ApiProperty({ type: [IdentifierObject], description: 'Os mesmos, com ids: e-mails, depois telefones.' })
  identificadores: IdentifierObject[];

  @ApiProperty(text)
  nome: string | null;

  @ApiProperty(text)
  dono_id: string | null;

  @ApiProperty({ type: [String] })
  marcadores: string[];

  @ApiProperty(text)
  cargo: string | null;

  @ApiProperty(text)
  empresa_id: string | null;

  @ApiProperty({ ...text, description: 'ISO 3166-1 alfa-2.' })
  pais: string | null;

  @ApiProperty(text)
  estado: string | null;

  @ApiProperty(text)
  cidade: string | null;

  @ApiProperty({ ...text, description: 'Nome IANA; o da conta quando nulo.' })
  fuso: string | null;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Os campos da conta, por chave.' })
  campos: Record<string, unknown>;

  @ApiProperty(text)
  fonte: string | null;

  @ApiProperty(text)
  utm_source: string | null;

  @ApiProperty(text)
  utm_medium: string | null;

  @ApiProperty(text)
  utm_campaign: string | null;

  @ApiProperty(text)
  utm_term: string | null;

  @ApiProperty(text)
  utm_content: string | null;

  @ApiProperty({ ...text, enum: WIRE_DEVICES })
  dispositivo: string | null;

  @ApiProperty(text)
  so: string | null;

  @ApiProperty(text)
  navegador: string | null;

  @ApiProperty(text)
  ip_pais: string | null;

  @ApiProperty({ ...text, enum: EMAIL_STATUSES })
  email_status: string | null;

  @ApiProperty({ type: 'integer', nullable: true })
  pontuacao: number | null;

  @ApiProperty({ description: 'Se os dados pessoais foram apagados para sempre.' })
  anonimizado: boolean;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  @ApiProperty({ format: 'date-time' })
  atualizado_em: string;

  static of({ contact, identifiers, emails, phones }: ContactRecord): ContactObject {
    return {
      id: contact.id,
      ciclo: toWireLifecycle(contact.lifecycle),
      estagio: toWireStage(contact.stage),
      email: emails[0] ?? null,
      telefone: phones[0] ?? null,
      emails,
      telefones: phones,
      identificadores: identifiers.map((identifier) => IdentifierObject.of(identifier)),
      nome: contact.name,
      dono_id: contact.ownerId,
      marcadores: contact.tags,
      cargo: contact.jobTitle,
      empresa_id: contact.companyId,
      pais: contact.country,
      estado: contact.state,
      cidade: contact.city,
      fuso: contact.timeZone,
      campos: contact.custom,
      fonte: contact.source,
      utm_source: contact.utmSource,
      utm_medium: contact.utmMedium,
      utm_campaign: contact.utmCampaign,
      utm_term: contact.utmTerm,
      utm_content: contact.utmContent,
      dispositivo: contact.device && toWireDevice(contact.device),
      so: contact.os,
      navegador: contact.browser,
      ip_pais: contact.ipCountry,
      email_status: contact.emailStatus,
      pontuacao: contact.score,
      anonimizado: contact.anonymizedAt !== null,
      criado_em: contact.createdAt.toISOString(),
      atualizado_em: contact.updatedAt.toISOString(),
    };
  }
}
