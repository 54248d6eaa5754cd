import { ApiProperty } from '@nestjs/swagger';
import { GraphqlInput, GraphqlObject } from '#libs/core/graphql';
import { MayBeAbsent, MayBeNull, QueryBoolean, Text, TextList } from '#libs/core/http';
import { type Media, mediaPath } from '#libs/sites/sites';
import { listOf } from '../list-of.js';
import type { MediaCopy } from './media.service.js';

export const DESCRIPTION_MAX = 500;
const MAX_COPIES = 50;

const Description = (): PropertyDecorator =>
  Text({ max: DESCRIPTION_MAX, description: 'O que a imagem mostra, para quem não a vê', example: 'Uma praia ao sol' });

/** A picture, and the address of the runtime that serves it. */
export type PlacedMedia = Media & { runtimeUrl: string };

@GraphqlObject('Media', 'A picture of the account.')
export class MediaView {
  @ApiProperty({ example: 'med_0c7b3f19ad62e04f' })
  id: string;

  @ApiProperty({ description: 'O arquivo em tamanho inteiro, que todo navegador mostra' })
  url: string;

  @ApiProperty({ description: 'Do arquivo em url', example: 'image/png' })
  tipo: string;

  @ApiProperty({ type: 'integer' })
  largura: number;

  @ApiProperty({ type: 'integer' })
  altura: number;

  @ApiProperty({ type: 'integer' })
  bytes: number;

  @ApiProperty({ type: String, nullable: true })
  descricao: string | null;

  @ApiProperty({ format: 'date-time' })
  criado_em: string;

  static of(placed: PlacedMedia): MediaView {
    const { id, fileName, type, width, height, bytes, description, createdAt, runtimeUrl } = placed;
    return {
      id,
      url: `${runtimeUrl}${mediaPath(id, fileName)}`,
      tipo: type,
      largura: width,
      altura: height,
      bytes,
      descricao: description,
      criado_em: createdAt.toISOString(),
    };
  }
}

const media = listOf('midias', MediaView, { max: 200 });

export class ListMediaQuery extends media.Query {}

export class DeleteMediaQuery {
  @QueryBoolean({ default: false, description: 'Apaga também o que rascunhos e versões usam.' })
  confirmar: boolean;
}

export class MediaPage extends media.Page {}

@GraphqlInput('DescribeMediaInput')
export class ChangeMediaRequest {
  @MayBeNull()
  @Description()
  descricao: string | null;
}

@GraphqlInput('ImportMediaInput')
export class MediaFromUrlRequest {
  @Text({ min: 1, max: 2048, description: 'Um endereço http ou https', example: 'https://www.example.com/logo.png' })
  url: string;

  @MayBeAbsent()
  @MayBeNull()
  @Description()
  descricao?: string | null;
}

export class CopyMediaRequest {
  @TextList({ min: 1, max: MAX_COPIES, itemMax: 64, description: 'Mídias da conta' })
  ids: string[];
}

export class MediaCopyView extends MediaView {
  @ApiProperty({ description: 'A mídia que foi copiada' })
  origem_id: string;
}

export class CopyMediaResponse {
  @ApiProperty({ type: [MediaCopyView], description: 'Na ordem de ids' })
  midias: MediaCopyView[];

  static of(copies: readonly MediaCopy[], runtimeUrl: string): CopyMediaResponse {
    return {
      midias: copies.map(({ sourceId, media: copy }) => ({
        ...MediaView.of({ ...copy, runtimeUrl }),
        origem_id: sourceId,
      })),
    };
  }
}
