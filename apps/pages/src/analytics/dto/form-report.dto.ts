import { ApiProperty } from '@nestjs/swagger';
import { GraphqlObject } from '#libs/core/graphql';
import type { FormReport } from '../form-reports.service.js';
import { ratio } from '../totals.js';
import { WindowObject } from './report.responses.js';

const COUNT = { type: 'integer', format: 'int64', example: 0 } as const;

@GraphqlObject('FormReportField', 'Where visitors stopped.')
export class FormFieldObject {
  @ApiProperty({ example: 'email' })
  campo: string;

  @ApiProperty({ ...COUNT, description: 'Vezes em que o visitante chegou ao campo.' })
  vistos: number;

  @ApiProperty({ ...COUNT, description: 'Vezes em que foi o último preenchido, sem envio depois.' })
  abandonos: number;
}

@GraphqlObject('FormReportPoint', 'A part of a window.')
export class FormPointObject {
  @ApiProperty({ type: String, example: '2026-11-21T00:00:00-03:00' })
  em: string;

  @ApiProperty(COUNT)
  visualizacoes: number;

  @ApiProperty(COUNT)
  inicios: number;

  @ApiProperty(COUNT)
  envios: number;
}

@GraphqlObject('FormReport', 'The funnel of a form, from being seen to being sent.')
export class FormReportObject extends WindowObject {
  @ApiProperty({ ...COUNT, description: 'Vezes em que o formulário apareceu.' })
  visualizacoes: number;

  @ApiProperty({ ...COUNT, description: 'Vezes em que alguém começou a preencher.' })
  inicios: number;

  @ApiProperty({ ...COUNT, description: 'Leads aceitos, os por chave entre eles; sem spam.' })
  envios: number;

  @ApiProperty(COUNT)
  spam: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 0.12,
    description: 'Envios por visualização; nula sem visualizações.',
  })
  taxa_conversao: number | null;

  @ApiProperty({
    type: [FormFieldObject],
    description: 'Na ordem do formulário; campos que ele já não tem vêm por último.',
  })
  abandono: FormFieldObject[];

  @ApiProperty({ type: [FormPointObject], description: 'Horas de um período de até dois dias, senão dias.' })
  series: FormPointObject[];

  static ofForm({ window, totals, fields, points }: FormReport): FormReportObject {
    const { views, starts, sends, spam } = totals;
    return {
      ...WindowObject.of(window),
      visualizacoes: views,
      inicios: starts,
      envios: sends,
      spam,
      taxa_conversao: ratio(sends, views),
      abandono: fields.map((field) => ({
        campo: field.name,
        vistos: field.totals.views,
        abandonos: field.totals.lasts,
      })),
      series: points.map(({ from, totals: point }) => ({
        em: window.text(from),
        visualizacoes: point.views,
        inicios: point.starts,
        envios: point.sends,
      })),
    };
  }
}
