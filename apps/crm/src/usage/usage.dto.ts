import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArgsType } from '@nestjs/graphql';
import { GraphqlObject } from '#libs/core/graphql';
import { QueryText } from '#libs/core/http';
import type { Quota } from '#libs/core/limits';
import type { Usage } from './usage.service.js';

@ArgsType()
export class UsageQuery {
  @QueryText({
    max: 7,
    pattern: /^[1-9]\d{3}-(0[1-9]|1[0-2])$/,
    form: 'deve ser um mês no formato AAAA-MM',
    description: 'O mês, em UTC. O mês atual quando ausente.',
  })
  periodo?: string;
}

const limit = { type: 'integer', nullable: true, description: 'Mensagens por mês; null é sem limite.' } as const;

@GraphqlObject('CrmQuota', 'What the plan grants in a month.')
export class QuotaObject {
  @ApiProperty()
  plano: string;

  @ApiProperty(limit)
  email: number | null;

  @ApiProperty(limit)
  sms: number | null;

  @ApiProperty(limit)
  push: number | null;

  static of({ plan, email, sms, push }: Quota): QuotaObject {
    return { plano: plan, email, sms, push };
  }
}

const count = { type: 'integer', minimum: 0 } as const;

@GraphqlObject('CrmUsage', 'What the account has in the CRM, and what it did in a month.')
export class UsageObject {
  @ApiProperty({ example: '2026-08' })
  periodo: string;

  @ApiProperty({ ...count, description: 'Os de agora, sem os apagados.' })
  contatos: number;

  @ApiProperty({ ...count, description: 'As de agora, sem as apagadas.' })
  empresas: number;

  @ApiProperty({ ...count, description: 'As ligadas agora.' })
  jornadas_ativas: number;

  @ApiProperty({ ...count, description: 'Os e-mails e pushes que as jornadas pediram no período, em dias de UTC.' })
  envios: number;

  @ApiProperty({ ...count, description: 'As do período, sem simulações. Ficam conhecidas por um ano depois do fim.' })
  importacoes: number;

  @ApiProperty({ ...count, description: 'As do período.' })
  exportacoes: number;

  @ApiProperty({ description: 'Se a Platform respondeu.' })
  core_disponivel: boolean;

  @ApiProperty({ description: 'Se a Platform conhece uma quota da conta.' })
  quota_conhecida: boolean;

  @ApiPropertyOptional({ type: QuotaObject, description: 'Presente se é conhecida.' })
  quota?: QuotaObject;

  static of({ period, contacts, companies, activeJourneys, messages, imports, exports, quota }: Usage): UsageObject {
    return {
      periodo: period,
      contatos: contacts,
      empresas: companies,
      jornadas_ativas: activeJourneys,
      envios: messages,
      importacoes: imports,
      exportacoes: exports,
      core_disponivel: quota !== undefined,
      quota_conhecida: Boolean(quota),
      ...(quota && { quota: QuotaObject.of(quota) }),
    };
  }
}

/** @param periodo the month, this one if absent */
export const toPeriod = ({ periodo }: UsageQuery): string => periodo ?? new Date().toISOString().slice(0, 7);

export class UsageResponse {
  @ApiProperty({ type: UsageObject })
  uso: UsageObject;
}
