import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Flag, FreeObject, MayBeAbsent, Nested, QueryText, Text, Timestamp } from '#libs/core/http';

const VALUES_MAX_BYTES = 524_288;

export class OriginRequest {
  @Text({ max: 2_048 })
  @MayBeAbsent()
  url?: string;

  @Text({ max: 2_048 })
  @MayBeAbsent()
  referrer?: string;

  @Text({ max: 255 })
  @MayBeAbsent()
  utm_source?: string;

  @Text({ max: 255 })
  @MayBeAbsent()
  utm_medium?: string;

  @Text({ max: 255 })
  @MayBeAbsent()
  utm_campaign?: string;

  @Text({ max: 255 })
  @MayBeAbsent()
  utm_term?: string;

  @Text({ max: 255 })
  @MayBeAbsent()
  utm_content?: string;
}

export class TracesRequest {
  @Text({ max: 200, description: 'O que `GET /f/{formID}` deu em `prova`.' })
  @MayBeAbsent()
  prova?: string;

  @Text({ max: 1_000, description: 'O campo que as pessoas não veem.' })
  @MayBeAbsent()
  site?: string;
}

export class SnippetSubmissionRequest {
  @FreeObject({ maxBytes: VALUES_MAX_BYTES, description: 'Os valores, pelos nomes dos campos.' })
  campos: Record<string, unknown>;

  @Flag({ description: 'Se a pessoa concordou; o mesmo que `campos.consentimento`.' })
  @MayBeAbsent()
  consentimento?: boolean;

  @Text({ min: 1, max: 255 })
  @MayBeAbsent()
  id_externo?: string;

  @Timestamp({ description: 'Quando a pessoa enviou; agora se ausente.' })
  @MayBeAbsent()
  ocorrido_em?: string;

  @Nested(() => OriginRequest)
  @MayBeAbsent()
  origem?: OriginRequest;

  @Text({ max: 35, description: 'O idioma da página, como pt-BR, para as mensagens; o do formulário vem antes.' })
  @MayBeAbsent()
  idioma?: string;

  @Nested(() => TracesRequest, { description: 'O que o script do trecho manda.' })
  @MayBeAbsent()
  controle?: TracesRequest;
}

export class SnippetSubmissionResponse {
  @ApiProperty({ description: 'false se algo deve ser corrigido.' })
  ok: boolean;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'A mensagem de cada campo a corrigir.',
  })
  erros?: Record<string, string>;
}

export class ShownFormQuery {
  @QueryText({ max: 35, description: 'O idioma da página, como pt-BR; o do formulário vem antes.' })
  idioma?: string;
}
