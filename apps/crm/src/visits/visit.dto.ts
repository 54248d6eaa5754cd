import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import { toWireDevice, WIRE_DEVICES } from '../contacts/dto/wire-values.js';
import type { Device } from '../contacts/contact-values.js';
import { listOf } from '../list-of.js';
import type { Visit } from './visits.service.js';

const text = { type: String, nullable: true } as const;

@GraphqlObject('Visit', 'A visit to a landing page, in which the contact sent a form.')
export class VisitObject {
  @ApiProperty({ format: 'uuid', description: 'O id da entrada na linha do tempo.' })
  id: string;

  @ApiProperty(text)
  pagina_id: string | null;

  @ApiProperty(text)
  form_id: string | null;

  @ApiProperty(text)
  formulario: string | null;

  @ApiProperty(text)
  url: string | null;

  @ApiProperty(text)
  referrer: string | null;

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

  @ApiProperty({ format: 'date-time' })
  ocorrido_em: string;

  static of({ entry, submission: { pageId, formId, formName, origin, occurredAt } }: Visit): VisitObject {
    const of = (name: string) => (typeof origin?.[name] === 'string' ? origin[name] : null);
    return {
      id: entry.id,
      pagina_id: pageId ?? null,
      form_id: formId ?? null,
      formulario: formName || null,
      url: of('url'),
      referrer: of('referrer'),
      utm_source: of('utm_source'),
      utm_medium: of('utm_medium'),
      utm_campaign: of('utm_campaign'),
      utm_term: of('utm_term'),
      utm_content: of('utm_content'),
      ocorrido_em: occurredAt ?? entry.createdAt.toISOString(),
    };
  }
}

const visits = listOf('visitas', VisitObject, { max: 200 });

export class ListVisitsQuery extends visits.Query {}

export class VisitPage extends visits.Page {
  @ApiProperty({ ...text, enum: WIRE_DEVICES, description: 'O dispositivo da primeira visita conhecida.' })
  dispositivo: string | null;

  static async withDevice(page: Promise<VisitPageOnly>, device: Device | null): Promise<VisitPage> {
    return { ...(await page), dispositivo: device && toWireDevice(device) };
  }
}

type VisitPageOnly = Pick<VisitPage, 'visitas' | 'proximo'>;
