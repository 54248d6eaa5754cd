import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { Text } from '#libs/core/http';
import type { ContactMerge } from '../contacts/contact-merge.entity.js';

@GraphqlInput('MergeContactInput')
export class MergeContactRequest {
  @Text({ max: 40, example: 'cnt_0c7b3f19ad62e050', description: 'O contato que é mesclado e deixa de existir.' })
  contato_id: string;
}

@GraphqlObject('ContactMerge', 'A contact that was merged into another.')
export class MergeObject {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ example: 'cnt_0c7b3f19ad62e04f', description: 'O contato que fica.' })
  contato_id: string;

  @ApiProperty({ example: 'cnt_0c7b3f19ad62e050', description: 'O contato que foi mesclado nele.' })
  mesclado_id: string;

  @ApiProperty()
  criada_por: string;

  @ApiProperty({ format: 'date-time' })
  criada_em: string;

  @ApiProperty({ format: 'date-time', description: 'Até quando pode ser desfeita.' })
  desfazer_ate: string;

  @ApiProperty({ type: String, nullable: true })
  desfeita_por: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  desfeita_em: string | null;

  static of(merge: ContactMerge): MergeObject {
    return {
      id: merge.id,
      contato_id: merge.keptContactId,
      mesclado_id: merge.mergedContactId,
      criada_por: merge.authorId,
      criada_em: merge.createdAt.toISOString(),
      desfazer_ate: merge.expiresAt.toISOString(),
      desfeita_por: merge.undoneBy,
      desfeita_em: merge.undoneAt?.toISOString() ?? null,
    };
  }
}
