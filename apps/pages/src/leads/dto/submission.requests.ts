import { ApiProperty } from '@nestjs/swagger';
import type { LeadAttribution } from '#libs/core/app-events';
import type { CaptureResult, Submission } from '#libs/sites/forms';
import { GraphqlObject } from '#libs/core/graphql';
import { Flag, FreeObject, MayBeAbsent, Nested, Text, Timestamp } from '#libs/core/http';

const VALUES_MAX_BYTES = 524_288;
const UTM_MAX = 255;
const URL_MAX = 2_048;

@GraphqlObject('LeadOrigin')
export class OriginRequest implements LeadAttribution {
  @Text({ max: URL_MAX, description: 'A página em que a pessoa estava.' })
  @MayBeAbsent()
  url?: string;

  @Text({ max: URL_MAX, description: 'De onde ela veio.' })
  @MayBeAbsent()
  referrer?: string;

  @Text({ max: UTM_MAX })
  @MayBeAbsent()
  utm_source?: string;

  @Text({ max: UTM_MAX })
  @MayBeAbsent()
  utm_medium?: string;

  @Text({ max: UTM_MAX })
  @MayBeAbsent()
  utm_campaign?: string;

  @Text({ max: UTM_MAX })
  @MayBeAbsent()
  utm_term?: string;

  @Text({ max: UTM_MAX })
  @MayBeAbsent()
  utm_content?: string;
}

export class SubmissionRequest {
  @FreeObject({
    maxBytes: VALUES_MAX_BYTES,
    description: 'Os valores, pelos nomes dos campos do formulário.',
    example: { email: 'ana@example.com' },
  })
  campos: Record<string, unknown>;

  @Text({ min: 1, max: 255, description: 'O id que o seu sistema dá ao envio; único no formulário.' })
  @MayBeAbsent()
  id_externo?: string;

  @Flag({ description: 'Se a pessoa concordou; o mesmo que `campos.consentimento`.' })
  @MayBeAbsent()
  consentimento?: boolean;

  @Timestamp({ description: 'Quando a pessoa enviou: até 365 dias atrás; agora se ausente.' })
  @MayBeAbsent()
  ocorrido_em?: string;

  @Nested(() => OriginRequest)
  @MayBeAbsent()
  origem?: OriginRequest;
}

export class LeadRequest extends SubmissionRequest {
  @Text({ min: 1, max: 64, description: 'O formulário.', example: 'frm_0c7b3f19ad62e04f' })
  form_id: string;
}

export function toSubmission(request: SubmissionRequest): Submission {
  return {
    values: request.campos,
    consent: request.consentimento,
    externalId: request.id_externo,
    occurredAt: request.ocorrido_em,
    origin: request.origem && { ...request.origem },
  };
}

export class SubmissionResponse {
  @ApiProperty()
  ok: boolean;

  @ApiProperty({ example: 'led_0c7b3f19ad62e04f' })
  lead_id: string;

  @ApiProperty({ description: 'Se já havia um lead com este id_externo no formulário: nada foi guardado de novo.' })
  duplicada: boolean;

  @ApiProperty({ type: String, nullable: true })
  id_externo: string | null;

  static of({ leadId, isDuplicate }: CaptureResult, idExterno: string | undefined): SubmissionResponse {
    return { ok: true, lead_id: leadId, duplicada: isDuplicate, id_externo: idExterno ?? null };
  }
}
