import { ApiProperty } from '@nestjs/swagger';
import { ArgsType } from '@nestjs/graphql';
import { QueryEnum } from '#libs/core/http';
import type { SubjectData, SubjectItem } from '#libs/privacy/data-rights';
import type { SubjectExport } from './subject-export.service.js';

export const FORMATS = ['json', 'csv'] as const;

@ArgsType()
export class SubjectExportQuery {
  @QueryEnum(FORMATS)
  formato?: (typeof FORMATS)[number];
}

export class SubjectItemObject {
  @ApiProperty({ example: 'mensagem', description: 'O que é, como contato, atividade, lead ou mensagem.' })
  tipo: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'De quando é.' })
  em: string | null;

  @ApiProperty({ type: 'object', additionalProperties: true })
  dados: Record<string, unknown>;

  static of({ kind, at, fields }: SubjectItem): SubjectItemObject {
    return { tipo: kind, em: at, dados: fields };
  }
}

export class SubjectAppObject {
  @ApiProperty({ example: 'crm' })
  aplicativo: string;

  @ApiProperty({ description: 'Se há mais do que cabe aqui.' })
  cortado: boolean;

  @ApiProperty({ type: [SubjectItemObject] })
  itens: SubjectItemObject[];

  static of([app, { items, cut }]: [string, SubjectData]): SubjectAppObject {
    return { aplicativo: app, cortado: cut, itens: items.map((item) => SubjectItemObject.of(item)) };
  }
}

export class SubjectExportObject {
  @ApiProperty({ example: 'cnt_0c7b3f19ad62e04f' })
  contato_id: string;

  @ApiProperty({ format: 'date-time' })
  gerado_em: string;

  @ApiProperty({ type: [String], description: 'Os aplicativos que não responderam: o que eles guardam falta aqui.' })
  ausentes: string[];

  @ApiProperty({ type: [SubjectAppObject] })
  aplicativos: SubjectAppObject[];

  static of({ contactId, createdAt, absent, held }: SubjectExport): SubjectExportObject {
    return {
      contato_id: contactId,
      gerado_em: createdAt.toISOString(),
      ausentes: absent,
      aplicativos: [...held].map((one) => SubjectAppObject.of(one)),
    };
  }
}
